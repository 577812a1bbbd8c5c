package io.wattune.core.ledger.brief;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.entry.LedgerEntry;
import java.util.Arrays;

/**
 * The activities of one level that ran about an activity, one after the other: as far to both sides
 * as no two overlap. Of spans, which may overlap others, those of one name.
 *
 * <p>Of what ended before the activity everything is known when its entry becomes final. Of what
 * ends after it only what came within half the horizon after its own end counts, as with work: the
 * entry must not depend on what may come too late for it.
 */
final class Neighbours {
  /** Activities to either side. */
  static final int MOST_BESIDE = 24;

  /**
   * Activities after it among which a quiet is looked for. Where so many follow each other there is
   * hardly one that is near.
   */
  private static final int MOST_AHEAD = 100;

  /** First so small a part of the time is looked at, then so many times as much, as is needed. */
  private static final int FIRST_PART = 16;

  private static final int FARTHER = 2;

  /** Fewer than are kept for certain when an entry becomes final. */
  private static final int MOST_BEFORE = RecentActivities.MOST_KEPT - 4;

  private long[][] rows = new long[16][];
  private int count;
  private long[] endsBefore = new long[16];
  private int before;

  private final LedgerEntry entry;
  private final boolean ofSpans;
  private final long key;

  /** What the pool may reach to. */
  long fromNanos;

  long toNanos;

  /** What was looked at, as far back as activities are kept for certain. */
  private long keptFromNanos;

  /** First and last of those that follow each other. */
  int first;

  int last;

  /** Place of the activity; -1 where it is not alone. */
  int own = -1;

  private final long lookedToNanos;
  private final int most;

  private Neighbours(LedgerEntry entry, long key, long fromNanos, long toNanos, int most) {
    this.most = most;
    this.entry = entry;
    this.ofSpans = entry.book() == Book.SPAN;
    this.key = key;
    this.fromNanos = fromNanos;
    this.toNanos = toNanos;
    this.lookedToNanos = toNanos;
  }

  /**
   * Looks from one time to another.
   *
   * @param most activities to either side
   */
  static Neighbours of(
      DeviceState state, LedgerEntry entry, long key, long fromNanos, long toNanos, int most) {
    long behind = Math.max(1, (entry.startNanos() - fromNanos) / FIRST_PART);
    long ahead = Math.max(1, (toNanos - entry.endNanos()) / FIRST_PART);
    while (true) {
      long from = Math.max(fromNanos, entry.startNanos() - behind);
      long to = Math.min(toNanos, entry.endNanos() + ahead);
      var found = new Neighbours(entry, key, from, to, most);
      found.look(state);
      boolean isFarBehind = from == fromNanos || found.before >= MOST_BEFORE;
      boolean isFarAhead = to == toNanos || found.count - found.before >= MOST_AHEAD;
      if (isFarBehind && isFarAhead) {
        found.sort();
        found.arrange();
        return found;
      }
      behind *= isFarBehind ? 1 : FARTHER;
      ahead *= isFarAhead ? 1 : FARTHER;
    }
  }

  /**
   * The same with fewer to either side.
   *
   * @param fewer activities to either side
   */
  Neighbours closer(int fewer) {
    var closer = new Neighbours(entry, key, keptFromNanos, lookedToNanos, fewer);
    closer.rows = rows;
    closer.count = count;
    closer.keptFromNanos = keptFromNanos;
    closer.arrange();
    return closer;
  }

  private void look(DeviceState state) {
    long[] recent = ofSpans ? state.recentSpans : state.recent;
    for (int i = 0; i < recent.length; i += RecentActivities.COLUMNS) {
      add(recent[i], recent[i + 1], recent[i + 2]);
    }
    PendingActivities pendings = PendingActivities.of(state);
    pendings.overlapping(fromNanos, toNanos, place -> add(pendings.get(place)));
  }

  /** How many activities of the same name are among them. */
  int repeats() {
    int repeats = 0;
    for (int i = first; i <= last; i++) {
      repeats += keyOf(i) == key ? 1 : 0;
    }
    return repeats;
  }

  /** Mean time from one to the next, of two or more. */
  long spacingNanos() {
    return (startNanos(last) - startNanos(first)) / (last - first);
  }

  long startNanos(int i) {
    return rows[i][0];
  }

  long endNanos(int i) {
    return rows[i][1];
  }

  long keyOf(int i) {
    return rows[i][2];
  }

  /**
   * The first time after the activity from which on nothing of its level runs for a while; {@link
   * Long#MAX_VALUE} where there is none up to the end of what was looked at.
   */
  long quietFromNanos(long whileNanos) {
    long quiet = entry.endNanos();
    for (int i = own + 1; i < count; i++) {
      if (startNanos(i) - quiet >= whileNanos) {
        return quiet;
      }
      quiet = Math.max(quiet, endNanos(i));
    }
    return lookedToNanos - quiet >= whileNanos ? quiet : Long.MAX_VALUE;
  }

  private void add(PendingActivity pending) {
    Activity activity = pending.activity();
    if (isOfKind(activity) && !pending.isDone()) {
      long other = RecentActivities.keyOf(activity.book(), activity.name());
      pending.visitRuns(
          (start, end) -> {
            if (end <= entry.endNanos() || pending.isPrompt()) {
              add(start, end, other);
            }
          });
    }
  }

  private boolean isOfKind(Activity activity) {
    return ofSpans ? RecentActivities.isKeptSpan(activity) : activity.competes();
  }

  private void add(long start, long end, long rowKey) {
    if (end <= fromNanos || start >= toNanos) {
      return;
    }
    if (end <= entry.endNanos()) {
      endsBefore = before == endsBefore.length ? Arrays.copyOf(endsBefore, 2 * before) : endsBefore;
      endsBefore[before++] = end;
    }
    if (ofSpans
        ? rowKey != key
        : RecentActivities.levelOf(rowKey) != RecentActivities.levelOf(key)) {
      return;
    }
    rows = count == rows.length ? Arrays.copyOf(rows, 2 * count) : rows;
    rows[count++] = new long[] {start, end, rowKey};
  }

  private void sort() {
    if (before > MOST_BEFORE) {
      Arrays.sort(endsBefore, 0, before);
      fromNanos = Math.max(fromNanos, endsBefore[before - MOST_BEFORE]);
    }
    Arrays.sort(
        rows,
        0,
        count,
        (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
    keptFromNanos = fromNanos;
  }

  private void arrange() {
    for (int i = 0; i < count; i++) {
      boolean isOwn = startNanos(i) == entry.startNanos() && endNanos(i) == entry.endNanos();
      own = isOwn && keyOf(i) == key ? i : own;
    }
    long[] latest = new long[count + 1];
    latest[0] = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      latest[i + 1] = Math.max(latest[i], endNanos(i));
    }
    if (own < 0 || !isAlone(own, latest)) {
      own = -1;
      return;
    }
    first = own;
    while (first > 0 && endNanos(first - 1) > fromNanos) {
      if (own - first == most || !isAlone(first - 1, latest)) {
        fromNanos = Math.max(fromNanos, latest[first]);
        break;
      }
      first--;
    }
    last = own;
    while (last + 1 < count) {
      boolean isEnough = last - own == most || endNanos(last + 1) == Activity.RUNNING;
      if (isEnough || !isAlone(last + 1, latest)) {
        toNanos = Math.min(toNanos, startNanos(last + 1));
        break;
      }
      last++;
    }
  }

  private boolean isAlone(int i, long[] latest) {
    return latest[i] <= startNanos(i) && (i + 1 == count || startNanos(i + 1) >= endNanos(i));
  }
}
