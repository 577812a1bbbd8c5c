package io.wattune.schemas.profile;

/** A profile file cannot be used; the message says where, why and what to do. */
public final class ProfileFileException extends Exception {
  private static final long serialVersionUID = 1L;

  ProfileFileException(String message) {
    super(message);
  }
}
