package io.wattune.archive;

/**
 * Times as other programs read them: microseconds since 1970, UTC. Nanoseconds, which Wattune
 * counts in, stand beside them: Spark reads no timestamp of nanoseconds.
 */
final class Times {
  private static final long NANOS_PER_MICRO = 1_000L;

  private Times() {}

  /** The microsecond that a time lies in. */
  static long micros(long nanos) {
    return Math.floorDiv(nanos, NANOS_PER_MICRO);
  }
}
