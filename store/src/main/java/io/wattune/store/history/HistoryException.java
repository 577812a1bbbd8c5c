package io.wattune.store.history;

/** The store does not answer, or not in a way that can be understood. */
public final class HistoryException extends Exception {
  private static final long serialVersionUID = 1L;

  HistoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
