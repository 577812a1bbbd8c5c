package io.wattune.sinks.influx;

/** The broker does not take rejects now. */
final class RejectsUnsentException extends Exception {
  private static final long serialVersionUID = 1L;

  RejectsUnsentException(String message, Throwable cause) {
    super(message, cause);
  }
}
