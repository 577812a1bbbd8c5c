package io.wattune.core.ledger.brief;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import java.util.Arrays;

/**
 * When short activities ran about a time, as stretches that do not overlap. Long ones are left out:
 * they hold others. Reused. Test: {@code PartTimeDriftTest}.
 */
final class ShortRuns {
  private long[] edges = {};

  /** Time in the stretches before each, in nanoseconds. */
  private double[] before = {};

  private int count;

  /**
   * Takes what is pending and came in time.
   *
   * @param fromNanos what ends before it is left out
   * @param toNanos what begins behind it is left out
   * @param longestNanos and what is longer
   * @param onlySpans whether only spans are taken
   * @param endsAfterNanos what ends at or before it is left out
   */
  void gather(
      DeviceState state,
      long fromNanos,
      long toNanos,
      long longestNanos,
      boolean onlySpans,
      long endsAfterNanos) {
    count = 0;
    PendingActivities pendings = PendingActivities.of(state);
    pendings.overlapping(
        fromNanos,
        toNanos,
        place -> {
          PendingActivity pending = pendings.get(place);
          Activity activity = pending.activity();
          // One that came late may be here in one run and not yet in another.
          boolean isWanted =
              activity.hasEnded()
                  && pending.isPrompt()
                  && (!onlySpans || activity.book() == Book.SPAN);
          if (isWanted) {
            pending.visitRuns(
                (start, end) -> {
                  if (end > endsAfterNanos && end - start <= longestNanos) {
                    add(start, end);
                  }
                });
          }
        });
  }

  /** Takes one more. */
  void add(long startNanos, long endNanos) {
    if (edges.length < 2 * count + 2) {
      edges = Arrays.copyOf(edges, Math.max(32, 2 * edges.length));
    }
    edges[2 * count] = startNanos;
    edges[2 * count + 1] = endNanos;
    count++;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Joins what overlaps; to be called before any look-up. */
  void join() {
    // The n-th start and the n-th end belong together wherever something runs throughout.
    long[] starts = new long[count];
    long[] ends = new long[count];
    for (int i = 0; i < count; i++) {
      starts[i] = edges[2 * i];
      ends[i] = edges[2 * i + 1];
    }
    Arrays.sort(starts);
    Arrays.sort(ends);
    int joined = 0;
    for (int i = 0; i < starts.length; i++) {
      boolean goesOn = joined > 0 && starts[i] <= edges[2 * joined - 1];
      if (!goesOn) {
        edges[2 * joined++] = starts[i];
      }
      edges[2 * joined - 1] = ends[i];
    }
    count = joined;
    before = before.length < count ? new double[2 * count] : before;
    double sum = 0;
    for (int i = 0; i < count; i++) {
      before[i] = sum;
      sum += edges[2 * i + 1] - edges[2 * i];
    }
  }

  /** Time in which any ran before a time, in nanoseconds. */
  double busyTo(long nanos) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edges[2 * middle] < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return 0;
    }
    int i = low - 1;
    return before[i] + Math.min(nanos, edges[2 * i + 1]) - edges[2 * i];
  }
}
