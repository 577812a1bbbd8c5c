package io.wattune.store.questdb;

/** The store does not do what the statement says; its message says why. */
public final class SqlException extends Exception {
  private static final long serialVersionUID = 1L;

  SqlException(String message) {
    super(message);
  }

  SqlException(String message, Throwable cause) {
    super(message, cause);
  }
}
