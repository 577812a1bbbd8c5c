package io.wattune.dashboard.state;

import io.wattune.core.Quality;

/**
 * Points of power over time, in columns of one length; NaN where there is no power. Filled by the
 * one who makes it, and then left alone.
 */
public final class PowerSeries {
  private final long[] timesNanos;
  private final double[] rawWatts;
  private final double[] meanWatts;
  private final double[] lowestWatts;
  private final double[] highestWatts;
  private final double[] errorWatts;
  private final byte[] qualities;
  private final int[] samples;

  PowerSeries(int points) {
    timesNanos = new long[points];
    rawWatts = new double[points];
    meanWatts = new double[points];
    lowestWatts = new double[points];
    highestWatts = new double[points];
    errorWatts = new double[points];
    qualities = new byte[points];
    samples = new int[points];
  }

  void set(
      int i,
      long timeNanos,
      double raw,
      double mean,
      double lowest,
      double highest,
      double error,
      byte quality,
      int count) {
    timesNanos[i] = timeNanos;
    rawWatts[i] = raw;
    meanWatts[i] = mean;
    lowestWatts[i] = lowest;
    highestWatts[i] = highest;
    errorWatts[i] = error;
    qualities[i] = quality;
    samples[i] = count;
  }

  /** Number of points. */
  public int size() {
    return timesNanos.length;
  }

  /** Epoch nanoseconds of a point: of its first sample. */
  public long timeNanos(int i) {
    return timesNanos[i];
  }

  /** Mean of what the sensor said. */
  public double rawWatts(int i) {
    return rawWatts[i];
  }

  /** Mean of the true power; NaN where there is none. */
  public double meanWatts(int i) {
    return meanWatts[i];
  }

  /** Lowest true power; NaN where there is none. */
  public double lowestWatts(int i) {
    return lowestWatts[i];
  }

  /** Highest true power; NaN where there is none. */
  public double highestWatts(int i) {
    return highestWatts[i];
  }

  /** Mean standard error of the true power; NaN where there is none. */
  public double errorWatts(int i) {
    return errorWatts[i];
  }

  /** Worst quality of the samples. */
  public Quality quality(int i) {
    return Quality.ofCode(qualities[i]);
  }

  /** The points from a time on. */
  public PowerSeries from(long fromNanos) {
    int first = 0;
    while (first < size() && timesNanos[first] < fromNanos) {
      first++;
    }
    PowerSeries later = new PowerSeries(size() - first);
    for (int i = first; i < size(); i++) {
      later.set(
          i - first,
          timesNanos[i],
          rawWatts[i],
          meanWatts[i],
          lowestWatts[i],
          highestWatts[i],
          errorWatts[i],
          qualities[i],
          samples[i]);
    }
    return later;
  }

  /**
   * The same in equal stretches of time, those without a point left out.
   *
   * @param fromNanos where the first stretch begins
   * @param stepNanos length of a stretch, above 0
   */
  public PowerSeries inSteps(long fromNanos, long stepNanos) {
    int steps = 0;
    for (int i = 0; i < size(); i++) {
      steps += i == 0 || step(i, fromNanos, stepNanos) != step(i - 1, fromNanos, stepNanos) ? 1 : 0;
    }
    PowerSeries joined = new PowerSeries(steps);
    int begin = 0;
    for (int to = 0; to < steps; to++) {
      int stop = begin + 1;
      while (stop < size()
          && step(stop, fromNanos, stepNanos) == step(begin, fromNanos, stepNanos)) {
        stop++;
      }
      joined.join(to, this, begin, stop, fromNanos + step(begin, fromNanos, stepNanos) * stepNanos);
      begin = stop;
    }
    return joined;
  }

  private long step(int i, long fromNanos, long stepNanos) {
    return Math.floorDiv(timesNanos[i] - fromNanos, stepNanos);
  }

  private void join(int to, PowerSeries from, int begin, int end, long timeNanos) {
    double raw = 0;
    double mean = 0;
    double error = 0;
    double lowest = Double.NaN;
    double highest = Double.NaN;
    int all = 0;
    int powered = 0;
    byte worst = 0;
    for (int i = begin; i < end; i++) {
      all += from.samples[i];
      raw += from.rawWatts[i] * from.samples[i];
      worst = (byte) Math.max(worst, from.qualities[i]);
      if (!Double.isNaN(from.meanWatts[i])) {
        powered += from.samples[i];
        mean += from.meanWatts[i] * from.samples[i];
        error += from.errorWatts[i] * from.samples[i];
        lowest = Double.isNaN(lowest) ? from.lowestWatts[i] : Math.min(lowest, from.lowestWatts[i]);
        highest =
            Double.isNaN(highest) ? from.highestWatts[i] : Math.max(highest, from.highestWatts[i]);
      }
    }
    boolean none = powered == 0;
    set(
        to,
        timeNanos,
        raw / all,
        none ? Double.NaN : mean / powered,
        lowest,
        highest,
        none ? Double.NaN : error / powered,
        worst,
        all);
  }
}
