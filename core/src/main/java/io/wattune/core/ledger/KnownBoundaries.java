package io.wattune.core.ledger;

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
  /**
   * Boundaries kept of activities that are final, each once: some more than a fit may have, so that
   * one that looks back beyond all of them has too many.
   */
  static final int MOST_KEPT = ShortActivities.MOST_BOUNDARIES + 8;

  private KnownBoundaries() {}

  /** An activity has become final: its boundaries are kept for those that end after it. */
  static void keep(DeviceState state, Activity activity) {
    if (activity.book() == Book.SPAN) {
      return;
    }
    int n = state.boundaries.length;
    long[] longer = Arrays.copyOf(state.boundaries, n + 2);
    longer[n] = activity.startNanos();
    longer[n + 1] = activity.endNanos();
    state.boundaries = longer;
  }

  /**
   * Drops all but the newest of what is kept. Called when all that is due has become final: an
   * activity that ends later and reached back further would have too many boundaries for a fit.
   */
  static void trim(DeviceState state) {
    if (state.boundaries.length > MOST_KEPT) {
      long[] each = Arrays.stream(state.boundaries).sorted().distinct().toArray();
      state.boundaries =
          Arrays.copyOfRange(each, Math.max(0, each.length - MOST_KEPT), each.length);
    }
  }

  /**
   * Boundaries after one time and before another, ascending, each once.
   *
   * @param most more than these are not listed: one more is enough to say so
   */
  static long[] between(DeviceState state, long fromNanos, long toNanos, int most) {
    long[] found = new long[most + 1];
    int n = 0;
    for (long boundary : state.boundaries) {
      n = insert(found, n, boundary, fromNanos, toNanos);
    }
    for (PendingActivity pending : state.activities) {
      Activity activity = pending.activity();
      if (activity.book() != Book.SPAN) {
        n = insert(found, n, activity.startNanos(), fromNanos, toNanos);
        n = insert(found, n, activity.endNanos(), fromNanos, toNanos);
      }
    }
    return Arrays.copyOf(found, n);
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
