package io.wattune.testbed;

import java.util.Arrays;

/** A growing column of poll times in whole microseconds. */
final class PollTimes {
  private static final long MICRO = 1_000L;

  private long[] times = new long[1024];
  private int size;

  /** Adds a time, rounded down to a microsecond, unless it is not later than the last one. */
  void add(long timeNanos) {
    long rounded = Math.floorDiv(timeNanos, MICRO) * MICRO;
    if (size > 0 && rounded <= times[size - 1]) {
      return;
    }
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
    }
    times[size++] = rounded;
  }

  long[] toArray() {
    return Arrays.copyOf(times, size);
  }
}
