package io.wattune.core.ledger.brief;

import io.wattune.core.estimate.Pool;
import java.util.Arrays;

/** Time about an activity, cut where activities start and end, and in the middle of long quiets. */
final class Segments {
  private final long[] keys;
  private long[] cuts = new long[64];
  private int[] groups = new int[64];
  private int count;
  private int names;

  private Segments(Neighbours near, long fromNanos) {
    this.keys = new long[near.last - near.first + 1];
    this.cuts[0] = fromNanos;
  }

  /**
   * Cuts.
   *
   * @param quietNanos a time in which nothing runs is a gap if it is shorter
   */
  static Segments of(Neighbours near, long fromNanos, long toNanos, long quietNanos) {
    var segments = new Segments(near, fromNanos);
    for (int i = near.first; i <= near.last; i++) {
      long start = Math.min(toNanos, near.startNanos(i));
      boolean isBetween = i > near.first;
      segments.nothing(start, isBetween, quietNanos);
      segments.add(Math.min(toNanos, near.endNanos(i)), segments.groupOf(near.keyOf(i)));
    }
    segments.nothing(toNanos, false, quietNanos);
    return segments;
  }

  int count() {
    return count;
  }

  long fromNanos() {
    return cuts[0];
  }

  long toNanos() {
    return cuts[count];
  }

  int[] groups() {
    return Arrays.copyOf(groups, count);
  }

  double[] cutsSeconds(long originNanos) {
    double[] seconds = new double[count + 1];
    for (int i = 0; i <= count; i++) {
      seconds[i] = (cuts[i] - originNanos) * 1e-9;
    }
    return seconds;
  }

  /** The segment that starts at a time. */
  int at(long startNanos) {
    return Arrays.binarySearch(cuts, 0, count, startNanos);
  }

  /**
   * Whether a time lies in a long quiet and far from activities.
   *
   * @param afterNanos how far behind one
   * @param beforeNanos how far before one
   */
  boolean isQuiet(long atNanos, long afterNanos, long beforeNanos) {
    int found = Arrays.binarySearch(cuts, 0, count + 1, atNanos);
    int i = found >= 0 ? found : -found - 2;
    if (i < 0 || i >= count || groups[i] != Pool.OWN) {
      return false;
    }
    boolean follows = i > 0 && groups[i - 1] != Pool.OWN;
    boolean precedes = i + 1 < count && groups[i + 1] != Pool.OWN;
    return (!follows || atNanos - cuts[i] > afterNanos)
        && (!precedes || cuts[i + 1] - atNanos > beforeNanos);
  }

  private void nothing(long toNanos, boolean isBetween, long quietNanos) {
    long from = cuts[count];
    if (toNanos - from >= quietNanos || !isBetween) {
      if (isBetween) {
        add(from + (toNanos - from) / 2, Pool.OWN);
      }
      add(toNanos, Pool.OWN);
    } else {
      add(toNanos, Pool.GAP);
    }
  }

  private void add(long toNanos, int group) {
    if (toNanos <= cuts[count]) {
      return;
    }
    if (count + 2 > cuts.length) {
      cuts = Arrays.copyOf(cuts, 2 * cuts.length);
      groups = Arrays.copyOf(groups, 2 * groups.length);
    }
    groups[count++] = group;
    cuts[count] = toNanos;
  }

  private int groupOf(long key) {
    for (int i = 0; i < names; i++) {
      if (keys[i] == key) {
        return i + 1;
      }
    }
    keys[names++] = key;
    return names;
  }
}
