package io.wattune.testbed;

/** When somebody asks the sensor. */
public interface Poller {
  /**
   * The times of all polls from {@code startNanos} up to and without {@code endNanos}: epoch
   * nanoseconds in whole microseconds, strictly increasing.
   */
  long[] pollTimesNanos(long startNanos, long endNanos);
}
