package io.wattune.sinks.point;

/**
 * The time of a point whose tags and time alone do not distinguish it from others, such as two
 * activities that start together. InfluxDB keeps one point for the same tags and time, and making
 * the entry's id a tag would make a series of each entry. So the time is cut to the microsecond,
 * and the nanoseconds below it are taken from the identity. They are the same each time, so that a
 * repeat still replaces its point. Two data of the same tags and microsecond share their
 * nanosecond, and so their point, once in a thousand times; the embedded store compares the
 * identity itself and keeps both.
 */
final class PointTime {
  private static final long NANOS_PER_MICRO = 1000;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private PointTime() {}

  /** The datum's time to the microsecond, with nanoseconds that depend on its identity alone. */
  static long of(long timeNanos, String identity) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < identity.length(); i++) {
      hash = (hash ^ identity.charAt(i)) * FNV_PRIME;
    }
    // The low bits of this hash are its weak ones.
    long nanos = Math.floorMod(hash ^ (hash >>> 32), NANOS_PER_MICRO);
    return Math.floorDiv(timeNanos, NANOS_PER_MICRO) * NANOS_PER_MICRO + nanos;
  }
}
