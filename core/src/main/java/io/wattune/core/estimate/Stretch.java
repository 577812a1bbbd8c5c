package io.wattune.core.estimate;

import java.util.Arrays;

/**
 * Samples of one device that follow each other without a gap, and the times at which true power may
 * step. Its nodes are both, in the order of time; a sample at a boundary is one node. All columns
 * have the length of the nodes, belong to the stretch and are not copied.
 *
 * @param seconds times of the nodes, ascending, delay of the sensor undone
 * @param watts what the sensor showed; NaN at a boundary between samples
 * @param variances variance of each sample, in W^2
 * @param steps whether power may step at the node
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record Stretch(double[] seconds, double[] watts, double[] variances, boolean[] steps) {

  public Stretch {
    if (watts.length != seconds.length
        || variances.length != seconds.length
        || steps.length != seconds.length) {
      throw new IllegalArgumentException(
          "all columns of a stretch must have one length, were %s, %s, %s and %s"
              .formatted(seconds.length, watts.length, variances.length, steps.length));
    }
    for (int i = 1; i < seconds.length; i++) {
      if (!(seconds[i] > seconds[i - 1])) {
        throw new IllegalArgumentException(
            "seconds of a stretch must ascend, was " + seconds[i] + " after " + seconds[i - 1]);
      }
    }
  }

  /** Merges samples and boundaries. */
  public static Stretch of(
      double[] sampleSeconds, double[] sampleWatts, double[] sampleVariances, double[] boundaries) {
    return of(sampleSeconds, sampleWatts, sampleVariances, boundaries, new double[0]);
  }

  /**
   * Merges samples, boundaries and times that are only asked for.
   *
   * @param sampleSeconds ascending times of samples
   * @param sampleWatts their values
   * @param sampleVariances their variances
   * @param boundaries times at which power may step, ascending
   * @param marks other times that shall be nodes, ascending
   */
  public static Stretch of(
      double[] sampleSeconds,
      double[] sampleWatts,
      double[] sampleVariances,
      double[] boundaries,
      double[] marks) {
    int most = sampleSeconds.length + boundaries.length + marks.length;
    double[] seconds = new double[most];
    double[] watts = new double[most];
    double[] variances = new double[most];
    boolean[] steps = new boolean[most];
    int s = 0;
    int b = 0;
    int m = 0;
    int n = 0;
    while (true) {
      double at = Math.min(next(sampleSeconds, s), Math.min(next(boundaries, b), next(marks, m)));
      if (at == Double.POSITIVE_INFINITY) {
        break;
      }
      boolean isSample = next(sampleSeconds, s) == at;
      seconds[n] = at;
      watts[n] = isSample ? sampleWatts[s] : Double.NaN;
      variances[n] = isSample ? sampleVariances[s] : 0;
      s += isSample ? 1 : 0;
      for (; next(boundaries, b) == at; b++) {
        steps[n] = true;
      }
      for (; next(marks, m) == at; m++) {}
      n++;
    }
    return new Stretch(
        Arrays.copyOf(seconds, n),
        Arrays.copyOf(watts, n),
        Arrays.copyOf(variances, n),
        Arrays.copyOf(steps, n));
  }

  private static double next(double[] times, int i) {
    return i < times.length ? times[i] : Double.POSITIVE_INFINITY;
  }

  /** Number of nodes. */
  public int nodes() {
    return seconds.length;
  }

  /** Whether a node is a sample. */
  public boolean isSample(int node) {
    return !Double.isNaN(watts[node]);
  }
}
