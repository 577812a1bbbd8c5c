package io.wattune.core.counter;

/**
 * Where the delivered work of a {@link CounterReading} is known from, the most trusted first: the
 * order of the constants is the order of trust.
 */
public enum WorkSignal {
  /** The program counts its work itself and reports it. */
  PROGRAM,
  /** A counter that a server exposes for monitoring, as the agent reads it. */
  SERVER,
  /** Progress lines that a program prints, as the agent's user had them read. */
  PROGRESS,
  /**
   * The device's own counters: what its pipes and its memory did. Not work itself: a program that
   * computes the same with other instructions has other rates.
   */
  COUNTERS;

  /** Whether this one is to be believed before another. */
  public boolean isTrustedBefore(WorkSignal other) {
    return compareTo(other) < 0;
  }
}
