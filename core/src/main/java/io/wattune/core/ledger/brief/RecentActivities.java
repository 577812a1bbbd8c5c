package io.wattune.core.ledger.brief;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.Hash;
import io.wattune.core.ledger.PendingActivity;
import java.util.Arrays;

/**
 * The activities of a device that became final not long ago: when they ran, and what they have in
 * common with others. Kept as three numbers each, start, end and {@link #keyOf key}, so that what a
 * device needs is bounded: {@value #MOST_KEPT} of them, 0.6 KiB; and as many short spans.
 */
public final class RecentActivities {
  /** Activities kept. */
  public static final int MOST_KEPT = 27;

  public static final int COLUMNS = 3;

  /** Ends of longer activities count little beside what lies between. */
  private static final long SHORT_NANOS = 10_000_000_000L;

  private static final int LEVEL_BITS = 3;
  private static final long LEVELS = (1L << LEVEL_BITS) - 1;

  private RecentActivities() {}

  /** Whether an activity's error is found from the activity itself, and not from its seconds. */
  public static boolean isShort(Activity activity) {
    return activity.hasEnded() && activity.endNanos() - activity.startNanos() <= SHORT_NANOS;
  }

  /** Whether a span is kept: longer ones are no repeats that a sensor could hide. */
  public static boolean isKeptSpan(Activity activity) {
    return !activity.competes() && isShort(activity);
  }

  /** An activity has become final: it is kept for those that end after it. */
  public static void keep(DeviceState state, PendingActivity pending) {
    Activity activity = pending.activity();
    long key = keyOf(activity.book(), activity.name());
    if (!activity.competes()) {
      if (isKeptSpan(activity)) {
        state.recentSpans =
            with(state.recentSpans, activity.startNanos(), activity.endNanos(), key);
      }
      return;
    }
    pending.visitRuns((start, end) -> state.recent = with(state.recent, start, end, key));
  }

  private static long[] with(long[] recent, long start, long end, long key) {
    int n = recent.length;
    long[] longer = Arrays.copyOf(recent, n + COLUMNS);
    longer[n] = start;
    longer[n + 1] = end;
    longer[n + 2] = key;
    return longer;
  }

  /**
   * Drops all but those that ended last. Called when all that is due has become final: an activity
   * that ends later and reached back further would have too many boundaries for a fit.
   */
  public static void trim(DeviceState state) {
    state.recent = trimmed(state.recent);
    state.recentSpans = trimmed(state.recentSpans);
  }

  private static long[] trimmed(long[] recent) {
    int n = recent.length / COLUMNS;
    if (n <= MOST_KEPT) {
      return recent;
    }
    long[][] rows = new long[n][];
    for (int i = 0; i < n; i++) {
      rows[i] = Arrays.copyOfRange(recent, COLUMNS * i, COLUMNS * (i + 1));
    }
    Arrays.sort(
        rows,
        (a, b) ->
            a[1] != b[1]
                ? Long.compare(a[1], b[1])
                : a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[2], b[2]));
    long[] kept = new long[COLUMNS * MOST_KEPT];
    for (int i = 0; i < MOST_KEPT; i++) {
      System.arraycopy(rows[n - MOST_KEPT + i], 0, kept, COLUMNS * i, COLUMNS);
    }
    return kept;
  }

  /**
   * What activities of one book and name have in common: 61 bits of the name's FNV-1a hash, and the
   * level.
   */
  public static long keyOf(Book book, String name) {
    return Hash.of(name) << LEVEL_BITS | (book.level() & LEVELS);
  }

  /** The level in a key. */
  public static int levelOf(long key) {
    return (int) (key & LEVELS);
  }
}
