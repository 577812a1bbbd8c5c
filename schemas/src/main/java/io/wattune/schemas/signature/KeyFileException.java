package io.wattune.schemas.signature;

/** A key file cannot be used: which one, why, and what to do. */
public final class KeyFileException extends Exception {
  private static final long serialVersionUID = 1L;

  KeyFileException(String message) {
    super(message);
  }

  KeyFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
