package io.wattune.testbed.gpu;

/**
 * The newest levels of power of one GPU with what a sensor needs at the start of each: the energy
 * up to there, and the power after a lag. Grows to the most levels that were ever needed at once,
 * and allocates nothing from then on. Times do not go back.
 */
final class LevelHistory {
  private final double timeConstantSeconds;
  private long[] startNanos = new long[8];
  private double[] watts = new double[8];
  private double[] joules = new double[8];
  private double[] laggedWatts = new double[8];

  /** Levels since the beginning; the newest is the last, the oldest one kept is the first. */
  private long first;

  private long end = 1;

  /** A history whose first level has held for ever. */
  LevelHistory(double timeConstantSeconds, long nanos, double level) {
    this.timeConstantSeconds = timeConstantSeconds;
    startNanos[0] = nanos;
    watts[0] = level;
    laggedWatts[0] = level;
  }

  /** Start of the newest level. */
  long newestNanos() {
    return startNanos[slot(end - 1)];
  }

  /** From this time on the power is this; replaces a level that starts at the same time. */
  void add(long nanos, double level) {
    int newest = slot(end - 1);
    if (nanos > startNanos[newest]) {
      double lagged = lagged(end - 1, nanos);
      double energy = joules(end - 1, nanos);
      if (end - first == watts.length) {
        grow();
      }
      newest = slot(end);
      startNanos[newest] = nanos;
      joules[newest] = energy;
      laggedWatts[newest] = lagged;
      end++;
    }
    watts[newest] = level;
  }

  /** Forgets the levels that were over before a time. */
  void forgetBefore(long nanos) {
    while (end - first > 1 && startNanos[slot(first + 1)] <= nanos) {
      first++;
    }
  }

  /** Power after the lag. */
  double laggedWatts(long nanos) {
    return lagged(levelAt(nanos), nanos);
  }

  /** Energy since the first level that there ever was. */
  double joules(long nanos) {
    return joules(levelAt(nanos), nanos);
  }

  /** The level at a time; before the oldest one kept, that one. */
  private long levelAt(long nanos) {
    long low = first;
    long high = end - 1;
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (startNanos[slot(middle)] <= nanos) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private double joules(long level, long nanos) {
    int i = slot(level);
    return joules[i] + watts[i] * ((nanos - startNanos[i]) * 1e-9);
  }

  private double lagged(long level, long nanos) {
    int i = slot(level);
    if (timeConstantSeconds == 0 || nanos < startNanos[i]) {
      return watts[i];
    }
    double decay = StrictMath.exp(-(nanos - startNanos[i]) * 1e-9 / timeConstantSeconds);
    return watts[i] + (laggedWatts[i] - watts[i]) * decay;
  }

  private int slot(long level) {
    return (int) (level & (watts.length - 1));
  }

  private void grow() {
    int length = 2 * watts.length;
    long[] newNanos = new long[length];
    double[] newWatts = new double[length];
    double[] newJoules = new double[length];
    double[] newLagged = new double[length];
    for (long level = first; level < end; level++) {
      int to = (int) (level & (length - 1));
      newNanos[to] = startNanos[slot(level)];
      newWatts[to] = watts[slot(level)];
      newJoules[to] = joules[slot(level)];
      newLagged[to] = laggedWatts[slot(level)];
    }
    startNanos = newNanos;
    watts = newWatts;
    joules = newJoules;
    laggedWatts = newLagged;
  }
}
