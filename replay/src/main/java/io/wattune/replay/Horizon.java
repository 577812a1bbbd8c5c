package io.wattune.replay;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.replay.file.DeviceTrace;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lateness horizon of a replay. What a sensor teaches holds for the horizon behind it, so that
 * by default a replay's horizon reaches over the whole trace: an edge anywhere in a file then
 * corrects all of it. It is twice as long, since some of what is known of activities counts only
 * where it came within half the horizon, and the two topics of a replay are read in no order.
 */
final class Horizon {
  static final Duration SHORTEST = Duration.ofSeconds(1);
  static final Duration LONGEST = Duration.ofNanos(LedgerSettings.LONGEST_HORIZON_NANOS);

  /** Default of a trace that is shorter. */
  private static final long TEN_MINUTES = Duration.ofMinutes(10).toNanos();

  /** More than a sensor's delay and the times at which a ledger rounds. */
  private static final long MARGIN_NANOS = Duration.ofMinutes(1).toNanos();

  /** A ledger holds 10,000 activities of a device that are not final; these, and some that run. */
  private static final long MOST_ACTIVITIES = 9_000;

  private Horizon() {}

  /**
   * The horizon that was asked for; else the larger of ten minutes and twice the longest trace.
   *
   * @param given what was asked for; null for the default
   * @param notes where it is said that a ledger cannot hold so many activities for so long
   */
  static long nanos(
      @Nullable Duration given,
      Collection<DeviceTrace> traces,
      List<Activity> activities,
      List<String> notes) {
    if (given != null) {
      return given.toNanos();
    }
    long longest = TEN_MINUTES;
    for (DeviceTrace trace : traces) {
      List<Activity> own = of(trace, activities);
      long whole = wholeNanos(trace, own);
      if (whole > TEN_MINUTES && own.size() > MOST_ACTIVITIES) {
        notes.add(
            ("%s has %s activities, too many to be kept open for a whole trace: what an "
                    + "edge teaches holds for the 10 minutes before it; --horizon sets another time")
                .formatted(trace.device(), own.size()));
        return TEN_MINUTES;
      }
      longest = Math.max(longest, twice(whole));
    }
    return longest;
  }

  private static long twice(long nanos) {
    return Math.min(2 * nanos, LedgerSettings.LONGEST_HORIZON_NANOS);
  }

  /** Whether a horizon reaches from the end of each trace to its beginning. */
  static boolean covers(
      long horizonNanos, Collection<DeviceTrace> traces, List<Activity> activities) {
    return traces.stream()
        .allMatch(trace -> wholeNanos(trace, of(trace, activities)) <= horizonNanos);
  }

  private static List<Activity> of(DeviceTrace trace, List<Activity> activities) {
    return activities.stream().filter(a -> a.device().equals(trace.device())).toList();
  }

  /** From the first poll or activity to the last poll, with a margin. */
  private static long wholeNanos(DeviceTrace trace, List<Activity> activities) {
    long first = activities.stream().mapToLong(Activity::startNanos).min().orElse(Long.MAX_VALUE);
    long last = Long.MIN_VALUE;
    for (long time : trace.timesNanos()) {
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
    // In floating point no difference of two times can overflow.
    double nanos = (double) last - (double) first + MARGIN_NANOS;
    return (long) Math.min(nanos, (double) LedgerSettings.LONGEST_HORIZON_NANOS);
  }
}
