package io.wattune.core.saving;

import java.util.Map;

/**
 * What is known of the work that was done in a window of time.
 *
 * @param level of whom it was reported
 * @param isWhole whether it is known for all of the window
 * @param byName work and time by the name of what did it
 * @param fromNanos the readings that it is taken from begin here, or the window does
 * @param toNanos the readings that it is taken from end here, or the window does
 */
record WindowWork(
    WorkLevel level, boolean isWhole, Map<String, Delivered> byName, long fromNanos, long toNanos) {

  WindowWork {
    byName = Map.copyOf(byName);
  }

  /**
   * Work, in whatever unit its name has, and how long it took.
   *
   * @param work in the unit of the name
   * @param seconds of those that did it, added up
   */
  record Delivered(double work, double seconds) {
    Delivered plus(Delivered other) {
      return new Delivered(work + other.work, seconds + other.seconds);
    }
  }
}
