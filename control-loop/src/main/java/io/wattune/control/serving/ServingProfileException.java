package io.wattune.control.serving;

/** A file of a serving profile cannot be used; its message says which, and why. */
public final class ServingProfileException extends Exception {
  private static final long serialVersionUID = 1L;

  ServingProfileException(String message) {
    super(message);
  }
}
