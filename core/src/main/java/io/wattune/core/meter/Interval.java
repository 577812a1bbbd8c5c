package io.wattune.core.meter;

/**
 * A stretch of time.
 *
 * @param startNanos epoch nanoseconds
 * @param endNanos epoch nanoseconds, after the start
 */
public record Interval(long startNanos, long endNanos) {

  public Interval {
    if (endNanos <= startNanos) {
      throw new IllegalArgumentException(
          "an interval must end after its start, lasts " + (endNanos - startNanos) + " ns");
    }
  }

  /** Length in nanoseconds. */
  public long nanos() {
    return endNanos - startNanos;
  }
}
