package io.wattune.core.sensor;

import java.util.Arrays;

/** Median and error of the newest values of a ring. */
final class NewestValues {
  /** Values that are this far from their median on average do not belong to one constant. */
  private static final double LARGEST_SPREAD = 0.1;

  private NewestValues() {}

  /** The values of a ring that {@code count} were put into. */
  private static double[] of(double[] ring, int count) {
    return Arrays.copyOf(ring, Math.min(count, ring.length));
  }

  static double median(double[] ring, int count) {
    double[] sorted = of(ring, count);
    Arrays.sort(sorted);
    int n = sorted.length;
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }

  /** Standard error of the median: the fit's, the spread, and a systematic share of the median. */
  static double error(double[] ring, int count, double fitError, double systematic) {
    double median = median(ring, count);
    double sum = 0;
    double[] values = of(ring, count);
    for (double value : values) {
      sum += (value - median) * (value - median);
    }
    int n = values.length;
    double spread = n > 1 ? Math.sqrt(sum / (n - 1) / n) : 0;
    return Math.sqrt(
        fitError * fitError / n + spread * spread + systematic * systematic * median * median);
  }

  /** Whether the values can be of one constant. */
  static boolean agree(double[] ring, int count) {
    double median = median(ring, count);
    double sum = 0;
    double[] values = of(ring, count);
    for (double value : values) {
      sum += Math.abs(value - median);
    }
    return sum <= LARGEST_SPREAD * median * values.length;
  }
}
