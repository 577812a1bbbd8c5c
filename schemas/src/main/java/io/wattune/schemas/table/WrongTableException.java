package io.wattune.schemas.table;

/** A table is not as it must be; the message is one line that says where and what. */
public final class WrongTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongTableException(String message) {
    super(message);
  }

  /** The message, which there always is. */
  public String words() {
    return String.valueOf(getMessage());
  }
}
