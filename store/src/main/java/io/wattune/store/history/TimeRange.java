package io.wattune.store.history;

/**
 * A range of event times. Stores keep microseconds, so both ends are cut to them.
 *
 * @param fromNanos start, epoch nanoseconds, inclusive
 * @param toNanos end, epoch nanoseconds, exclusive
 */
public record TimeRange(long fromNanos, long toNanos) {
  private static final long NANOS_PER_MICRO = 1000;

  public TimeRange {
    fromNanos -= Math.floorMod(fromNanos, NANOS_PER_MICRO);
    toNanos -= Math.floorMod(toNanos, NANOS_PER_MICRO);
    if (fromNanos < 0 || toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "a time range must be 1 microsecond or longer and begin at 0 or later, was %s to %s"
              .formatted(fromNanos, toNanos));
    }
  }

  /** Length of a bucket in microseconds, so that so many buckets cover the range. */
  long bucketMicros(int buckets) {
    if (buckets < 1) {
      throw new IllegalArgumentException("there must be at least 1 bucket, was " + buckets);
    }
    long micros = (toNanos - fromNanos) / NANOS_PER_MICRO;
    return micros / buckets + (micros % buckets == 0 ? 0 : 1);
  }

  long fromMicros() {
    return fromNanos / NANOS_PER_MICRO;
  }

  long toMicros() {
    return toNanos / NANOS_PER_MICRO;
  }

  /** The same end, and a start that is so much earlier. */
  TimeRange andBefore(long nanos) {
    return new TimeRange(Math.max(0, fromNanos - nanos), toNanos);
  }
}
