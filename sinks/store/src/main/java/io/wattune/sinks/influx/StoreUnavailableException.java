package io.wattune.sinks.influx;

import java.time.Duration;

/** The store does not take points now: it is away, overloaded, or does not know us. */
final class StoreUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  StoreUnavailableException(String message, Duration retryAfter, Throwable cause) {
    super(message, cause);
    this.retryAfter = retryAfter;
  }

  /** How long the store asks us to wait; zero where it does not say. */
  Duration retryAfter() {
    return retryAfter;
  }
}
