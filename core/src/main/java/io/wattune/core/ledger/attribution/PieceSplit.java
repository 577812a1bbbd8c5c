package io.wattune.core.ledger.attribution;

import java.util.Arrays;
import java.util.List;

/**
 * Shares out one piece of time among those that are active throughout it, level by level from the
 * outermost: a child competes within its parent's part, and who has no parent that is active
 * competes for what the parents of others leave.
 */
final class PieceSplit {
  private static final int ROOT = -1;

  /** What is left of a part once those of its kin that have children of their own took theirs. */
  private long[] pools = new long[8];

  private double[] poolFractions = new double[8];
  private boolean[] hasChildren = new boolean[8];
  private int[] group = new int[8];
  private double[] weights = new double[8];
  private long[] parts = new long[8];

  /** The part of each active contender, by its position among them. */
  long[] microjoules = new long[8];

  /** Its fraction of the piece, before rounding. */
  double[] fractions = new double[8];

  /** Position of the contender within whose part it competed; -1 where there is none. */
  int[] parents = new int[8];

  /** Position of the first active contender of the level that was asked for. */
  int first;

  private long rootPool;
  private double rootFraction;

  /**
   * Splits an amount.
   *
   * @param active positions in {@code contenders}, which are sorted by level and id
   * @param level the innermost level that is of interest
   */
  void split(
      List<Contender> contenders, int[] active, int count, int level, long nanos, long amount) {
    room(count);
    int at = 0;
    for (int l = 0; l <= level; l++) {
      int from = at;
      while (at < count && contenders.get(active[at]).level() == l) {
        at++;
      }
      first = from;
      if (at > from) {
        resolveParents(contenders, active, from, at);
        pool(from, amount);
        for (int g = ROOT; g < from; g++) {
          if (g == ROOT || hasChildren[g]) {
            splitGroup(contenders, active, from, at, g, nanos);
          }
        }
      }
    }
  }

  /** The parent is the active one of the nearest level outside that has the id. */
  private void resolveParents(List<Contender> contenders, int[] active, int from, int to) {
    Arrays.fill(hasChildren, 0, from, false);
    for (int i = from; i < to; i++) {
      parents[i] = ROOT;
      String wanted = contenders.get(active[i]).parentId();
      for (int p = from - 1; wanted != null && p >= 0 && parents[i] == ROOT; p--) {
        if (contenders.get(active[p]).id().equals(wanted)) {
          parents[i] = p;
          hasChildren[p] = true;
        }
      }
    }
  }

  private void pool(int count, long amount) {
    System.arraycopy(microjoules, 0, pools, 0, count);
    System.arraycopy(fractions, 0, poolFractions, 0, count);
    rootPool = amount;
    rootFraction = 1;
    for (int g = 0; g < count; g++) {
      if (!hasChildren[g]) {
        continue;
      }
      int outer = parents[g];
      while (outer != ROOT && !hasChildren[outer]) {
        outer = parents[outer];
      }
      if (outer == ROOT) {
        rootPool -= microjoules[g];
        rootFraction -= fractions[g];
      } else {
        pools[outer] -= microjoules[g];
        poolFractions[outer] -= fractions[g];
      }
    }
  }

  private void splitGroup(
      List<Contender> contenders, int[] active, int from, int to, int parent, long nanos) {
    int members = 0;
    for (int i = from; i < to; i++) {
      if (parents[i] == parent) {
        group[members++] = i;
      }
    }
    if (members == 0) {
      return;
    }
    double sum = weigh(contenders, active, members, nanos);
    long pool = parent == ROOT ? rootPool : pools[parent];
    double fraction = Math.max(0, parent == ROOT ? rootFraction : poolFractions[parent]);
    Apportionment.split(pool, weights, parts, members);
    for (int m = 0; m < members; m++) {
      microjoules[group[m]] = parts[m];
      fractions[group[m]] = members == 1 ? fraction : fraction * (weights[m] / sum);
    }
  }

  /**
   * Declared weights, where any is (others then weigh 1); else delivered work rates, where all are
   * known; else all the same.
   */
  private double weigh(List<Contender> contenders, int[] active, int members, long nanos) {
    boolean declared = false;
    boolean rated = true;
    for (int m = 0; m < members; m++) {
      Contender contender = contenders.get(active[group[m]]);
      declared |= !Double.isNaN(contender.weight());
      rated &= contender.isRatedAt(nanos);
    }
    double sum = 0;
    for (int m = 0; m < members; m++) {
      Contender contender = contenders.get(active[group[m]]);
      double weight = 1;
      if (declared) {
        weight = Double.isNaN(contender.weight()) ? 1 : contender.weight();
      } else if (rated) {
        weight = contender.workPerSecond();
      }
      weights[m] = weight;
      sum += weight;
    }
    if (sum > 0 && sum < Double.POSITIVE_INFINITY) {
      return sum;
    }
    Arrays.fill(weights, 0, members, 1);
    return members;
  }

  private void room(int count) {
    if (count <= microjoules.length) {
      return;
    }
    int size = 2 * count;
    pools = new long[size];
    poolFractions = new double[size];
    hasChildren = new boolean[size];
    group = new int[size];
    weights = new double[size];
    parts = new long[size];
    microjoules = new long[size];
    fractions = new double[size];
    parents = new int[size];
  }
}
