package io.wattune.testbed;

import java.util.stream.LongStream;

/** When somebody asks the sensor. */
public interface Poller {
  /** When a poll that is asked at a time is answered. */
  long answerNanos(long askedNanos);

  /**
   * When the poll after one is answered.
   *
   * @param index of that one, from 0
   */
  long nextNanos(long index, long lastNanos);

  /**
   * The times of all polls from {@code startNanos} up to and without {@code endNanos}: epoch
   * nanoseconds in whole microseconds, strictly increasing.
   */
  default long[] pollTimesNanos(long startNanos, long endNanos) {
    var times = LongStream.builder();
    long last = Long.MIN_VALUE;
    long time = answerNanos(startNanos);
    for (long index = 0; time < endNanos; index++) {
      long rounded = Math.floorDiv(time, 1_000L) * 1_000;
      if (rounded > last) {
        times.add(rounded);
        last = rounded;
      }
      time = nextNanos(index, time);
    }
    return times.build().toArray();
  }
}
