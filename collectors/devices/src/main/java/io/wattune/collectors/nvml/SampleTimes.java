package io.wattune.collectors.nvml;

import java.util.Arrays;

/**
 * From the times of the driver's samples to epoch nanoseconds. nvml.h says microseconds of the CPU
 * and not of which clock: drivers were seen with the wall clock and with the time since boot.
 *
 * <p>Times within an hour of now are the wall clock's and are taken as they are. For another clock
 * the newest sample of a batch was at most as late as the question: its distance from the question
 * is the clocks' distance and its own age, which is least when it was asked for right after it came
 * about. The least of the last {@value #BATCHES} batches is used: times are late by the driver's
 * own delay, some milliseconds, and by up to one sample period until a batch has met a fresh one.
 *
 * <p>Pure but for what it remembers; for one thread. Test: {@code SampleTimesTest}.
 */
final class SampleTimes {
  private static final int BATCHES = 64;
  private static final long NANOS_PER_MICRO = 1000;
  private static final long SAME_CLOCK_NANOS = 3_600_000_000_000L;

  /** A distance that grows by more is another: the driver was reloaded, or the clock stepped. */
  private static final long STEP_NANOS = 10_000_000_000L;

  private final long[] distances = new long[BATCHES];
  private int batches;

  /** A batch has come: its newest time, and when it was asked for. */
  void batch(long newestMicros, long askedNanos) {
    long distance = askedNanos - newestMicros * NANOS_PER_MICRO;
    if (batches > 0 && distance - least() > STEP_NANOS) {
      batches = 0;
    }
    distances[batches++ % BATCHES] = distance;
  }

  /** Epoch nanoseconds of a time of the newest batch. */
  long epochNanos(long micros) {
    long least = least();
    boolean isWallClock = Math.abs(least) < SAME_CLOCK_NANOS;
    return micros * NANOS_PER_MICRO + (isWallClock ? 0 : least);
  }

  private long least() {
    return Arrays.stream(distances, 0, Math.min(batches, BATCHES)).min().orElse(0);
  }
}
