package io.wattune.testbed;

import java.util.Comparator;
import java.util.List;

/**
 * Intervals in which the driver does not answer: it sets up or releases memory, or changes the
 * power level (Burtscher et al. 2014, section 4.3: up to 130 ms). A poll that comes due in one is
 * put off to its end.
 *
 * @param intervals in the order of their starts
 */
public record Stalls(List<Stall> intervals) {

  /** The driver always answers. */
  public static final Stalls NONE = new Stalls(List.of());

  /** One stall. */
  public record Stall(long startNanos, long durationNanos) {
    public Stall {
      if (durationNanos <= 0) {
        throw new IllegalArgumentException("durationNanos must be above 0, was " + durationNanos);
      }
    }
  }

  public Stalls {
    intervals = intervals.stream().sorted(Comparator.comparingLong(Stall::startNanos)).toList();
  }

  /** The first time at or after this one at which the driver answers. */
  long answerNanos(long timeNanos) {
    long answer = timeNanos;
    for (Stall stall : intervals) {
      long end = stall.startNanos() + stall.durationNanos();
      if (answer >= stall.startNanos() && answer < end) {
        answer = end;
      }
    }
    return answer;
  }
}
