package io.wattune.schemas.json;

/** Something in a JSON file is not as it must be; the message says where and what. */
public final class WrongJsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongJsonException(String message) {
    super(message);
  }
}
