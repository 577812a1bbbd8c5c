package io.wattune.sinks.influx;

/** The store has looked at the points and does not take at least one of them. */
final class StoreRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Nobody says how many. */
  static final int SOME = -1;

  private final int refused;

  StoreRefusedException(String message, int refused) {
    super(message);
    this.refused = refused;
  }

  /**
   * How many of the request's points the store did not take; {@link #SOME} where it does not say.
   */
  int refused() {
    return refused;
  }
}
