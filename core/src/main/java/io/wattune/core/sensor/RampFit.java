package io.wattune.core.sensor;

import java.util.Arrays;

/**
 * Fit of a boxcar to one upward step: a ramp from the level before to the level after, over its
 * window (Yang et al. 2024).
 *
 * <p>Least squares in window, start and height; height is linear, start and window are searched,
 * each on a grid and then by golden section. The start may lie up to two samples before the first
 * one that was noticed: a long ramp begins within the noise. Units: time s, power W. Standard error
 * from the curvature of the sum of squares, as in {@link StepFit}. Test: {@code RampFitTest}.
 *
 * @param windowSeconds {@code W}
 * @param windowErrorSeconds its standard error, from the fit alone
 * @param riseWatts height of the step
 * @param startSeconds when the ramp starts, on the time scale of the samples
 * @param rmsWatts root mean square of the residuals
 * @param informative samples on the ramp: those that shape the window
 */
record RampFit(
    double windowSeconds,
    double windowErrorSeconds,
    double riseWatts,
    double startSeconds,
    double rmsWatts,
    int informative) {

  private static final int WINDOWS = 24;
  private static final int STARTS = 6;
  private static final int GOLDEN_STEPS = 22;

  /** Share of the step below and above which a sample says nothing of the ramp's slope. */
  private static final double AT_THE_END = 0.02;

  /**
   * Fits a step.
   *
   * @param seconds sample times since the last sample before the step, ascending, above 0
   * @param watts the samples
   * @param count number of samples, at least 4
   * @param baseWatts level before the step
   */
  static RampFit of(double[] seconds, double[] watts, int count, double baseWatts) {
    var search = new Search(seconds, watts, count, baseWatts);
    double spacing = (seconds[count - 1] - seconds[0]) / (count - 1);
    double low = spacing;
    double high = seconds[count - 1] + spacing;
    double step = StrictMath.log(high / low) / WINDOWS;
    double best = low;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= WINDOWS; i++) {
      double window = low * StrictMath.exp(i * step);
      double error = search.at(window);
      if (error < least) {
        least = error;
        best = window;
      }
    }
    double window =
        GoldenSection.minimum(
            search::at, best * StrictMath.exp(-step), best * StrictMath.exp(step), GOLDEN_STEPS);
    double squares = search.at(window);
    double start = search.start;
    double rise = search.rise;
    int informative = 0;
    for (int i = 0; i < count; i++) {
      double share = (seconds[i] - start) / window;
      informative += share > AT_THE_END && share < 1 - AT_THE_END ? 1 : 0;
    }
    double h = 0.02 * window;
    double curvature = (search.at(window + h) - 2 * squares + search.at(window - h)) / (h * h);
    double variance = squares / Math.max(1, count - 4);
    double error = curvature > 0 ? Math.min(window, Math.sqrt(2 * variance / curvature)) : window;
    return new RampFit(window, error, rise, start, Math.sqrt(squares / count), informative);
  }

  /**
   * Sum of squares of a ramp of a given window, with the best start and height. Sums up to each
   * sample are kept, so that a look costs a binary search, however long the step.
   */
  private static final class Search {
    private final double[] seconds;
    private final int count;
    private final double earliest;
    private final double[] sumT;
    private final double[] sumTt;
    private final double[] sumY;
    private final double[] sumTy;
    private double sumYy;
    private double start;
    private double rise;

    Search(double[] seconds, double[] watts, int count, double base) {
      this.seconds = seconds;
      this.count = count;
      this.earliest = -2 * (seconds[count - 1] - seconds[0]) / (count - 1);
      sumT = new double[count + 1];
      sumTt = new double[count + 1];
      sumY = new double[count + 1];
      sumTy = new double[count + 1];
      for (int i = 0; i < count; i++) {
        double t = seconds[i];
        double y = watts[i] - base;
        sumT[i + 1] = sumT[i] + t;
        sumTt[i + 1] = sumTt[i] + t * t;
        sumY[i + 1] = sumY[i] + y;
        sumTy[i + 1] = sumTy[i] + t * y;
        sumYy += y * y;
      }
    }

    double at(double window) {
      double step = (seconds[0] - earliest) / STARTS;
      double best = earliest;
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i <= STARTS; i++) {
        double error = from(earliest + i * step, window);
        if (error < least) {
          least = error;
          best = earliest + i * step;
        }
      }
      start =
          GoldenSection.minimum(
              from -> from(from, window),
              Math.max(earliest, best - step),
              Math.min(seconds[0], best + step),
              GOLDEN_STEPS);
      return from(start, window);
    }

    private double from(double from, double window) {
      int found = Arrays.binarySearch(seconds, 0, count, from + window);
      int on = found >= 0 ? found : -found - 1; // samples on the ramp; the others are above it
      double squares = (sumTt[on] - 2 * from * sumT[on] + on * from * from) / (window * window);
      double products = (sumTy[on] - from * sumY[on]) / window;
      double sff = squares + (count - on);
      double sfy = products + (sumY[count] - sumY[on]);
      rise = sfy / sff;
      return Math.max(0, sumYy - rise * sfy);
    }
  }
}
