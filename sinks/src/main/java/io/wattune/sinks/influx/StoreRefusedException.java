package io.wattune.sinks.influx;

/** The store has looked at the points and does not take at least one of them. */
final class StoreRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  StoreRefusedException(String message) {
    super(message);
  }
}
