package io.wattune.core.ledger.brief;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import java.util.Arrays;

/**
 * The times about which power may have stepped: starts and ends of the activities of a device,
 * those that became final not long ago included. Spans are questions; nothing begins where they do.
 *
 * <p>Of an activity's fit only boundaries up to its own end count. When its entry becomes final all
 * of those have come, or will be refused, so the entry does not depend on the order in which
 * activities came.
 */
final class KnownBoundaries {
  private KnownBoundaries() {}

  /**
   * Boundaries after one time and before another, ascending, each once.
   *
   * @param most more than these are not listed: one more is enough to say so
   */
  static long[] between(DeviceState state, long fromNanos, long toNanos, int most) {
    long[] found = new long[most + 1];
    int n = 0;
    for (int i = 0; i < state.recent.length; i += RecentActivities.COLUMNS) {
      n = insert(found, n, state.recent[i], fromNanos, toNanos);
      n = insert(found, n, state.recent[i + 1], fromNanos, toNanos);
    }
    int[] count = {n};
    PendingActivities pendings = PendingActivities.of(state);
    pendings.overlapping(
        fromNanos,
        toNanos,
        place -> {
          PendingActivity pending = pendings.get(place);
          if (pending.activity().book() != Book.SPAN) {
            pending.visitRuns(
                (start, end) -> {
                  count[0] = insert(found, count[0], start, fromNanos, toNanos);
                  count[0] = insert(found, count[0], end, fromNanos, toNanos);
                });
          }
        });
    return Arrays.copyOf(found, count[0]);
  }

  private static int insert(long[] found, int n, long boundary, long fromNanos, long toNanos) {
    if (boundary <= fromNanos || boundary >= toNanos || n == found.length) {
      return n;
    }
    int at = Arrays.binarySearch(found, 0, n, boundary);
    if (at >= 0) {
      return n;
    }
    int place = -at - 1;
    System.arraycopy(found, place, found, place + 1, n - place);
    found[place] = boundary;
    return n + 1;
  }
}
