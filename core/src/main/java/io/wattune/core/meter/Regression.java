package io.wattune.core.meter;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.meter.MeterFit.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Line through a sensor's readings over what an ideal sensor would have shown, by least squares.
 *
 * @param slope of the line
 * @param intercept of the line
 * @param squares sum of the squared residuals
 * @param points number of points
 * @param meanX mean of what would have been shown, in watts
 * @param meanY mean of the readings, in watts
 * @param spread sum of the squared deviations of what would have been shown
 * @param lowY lowest reading
 * @param highY highest reading
 */
record Regression(
    double slope,
    double intercept,
    double squares,
    int points,
    double meanX,
    double meanY,
    double spread,
    double lowY,
    double highY) {

  /** The line {@code y = intercept + slope x}. */
  static Regression of(double[] x, double[] y) {
    int n = x.length;
    double meanX = 0;
    double meanY = 0;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      meanX += x[i] / n;
      meanY += y[i] / n;
      low = Math.min(low, y[i]);
      high = Math.max(high, y[i]);
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (int i = 0; i < n; i++) {
      double dx = x[i] - meanX;
      double dy = y[i] - meanY;
      xx += dx * dx;
      xy += dx * dy;
      yy += dy * dy;
    }
    double slope = xx > 0 ? xy / xx : 0;
    // A sensor rises with power: a line that falls explains nothing.
    double squares = slope > 0 ? Math.max(0, yy - slope * xy) : yy;
    return new Regression(slope, meanY - slope * meanX, squares, n, meanX, meanY, xx, low, high);
  }

  /**
   * The sensor's scale: the line turned round. Mean and slope have independent errors, from which
   * those of gain and offset and their covariance follow.
   *
   * @param together how many residuals are worth one independent one
   * @return null where the sensor did not rise with power
   */
  @Nullable MeterFit scale(double together) {
    if (!(slope > 0)) {
      return null;
    }
    double variance = squares / Math.max(1, points - 2) * together;
    double gain = 1 / slope;
    double gainVariance = square(square(gain)) * variance / spread;
    double meanVariance =
        square(gain) * variance / points + square(MeterFitter.PLATEAU_CHOICE_ERROR * meanX);
    return new MeterFit(
        Kind.WHOLE_TRACE,
        gain,
        Math.sqrt(gainVariance),
        meanX - gain * meanY,
        Math.sqrt(meanVariance + square(meanY) * gainVariance),
        -meanY * gainVariance,
        lowY,
        highY);
  }
}
