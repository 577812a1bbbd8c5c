package io.wattune.core.meter;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;

/**
 * The second book of a node: fits its meter to the sum of its devices by least squares.
 *
 * <p>{@code gain = Sxy / Sxx}, {@code offset = mean(y) - gain * mean(x)}; {@code var(gain) = v /
 * Sxx}, {@code var(offset) = v / n + mean(x)^2 v / Sxx}, {@code cov = -mean(x) v / Sxx}, {@code v}
 * the squares of the residuals over {@code n - 2}. Residuals of a meter that averages over longer
 * than its readings are apart hang together: with a correlation {@code r} above 0 from one to the
 * next, {@code v} is multiplied by {@code (1 + r) / (1 - r)}, which is what a mean over many such
 * readings has.
 *
 * <p>The sums must be means over the time that a reading of the meter is of; noise in them makes
 * the gain too small by the share that it has of their variance. Pure. Test: {@code
 * NodeFitterTest}.
 */
public final class NodeFitter {
  /** Two points always lie on a line. */
  private static final int FEWEST = 3;

  /**
   * Below this share of their mean the sums are too much alike to distinguish a gain from an
   * offset.
   */
  private static final double LEAST_SPREAD = 0.01;

  private static final double MOST_CORRELATION = 0.99;

  private NodeFitter() {}

  /**
   * Fits.
   *
   * @param sumWatts power of all devices together, one for each reading of the meter, in their
   *     order
   * @param nodeWatts what the meter said
   * @return empty where there are fewer than three readings, or the devices took about the same at
   *     all
   */
  public static Optional<NodeFit> fit(double[] sumWatts, double[] nodeWatts) {
    if (sumWatts.length != nodeWatts.length) {
      throw new IllegalArgumentException(
          "there must be one sum for each reading, were %s and %s"
              .formatted(sumWatts.length, nodeWatts.length));
    }
    int n = sumWatts.length;
    if (n < FEWEST) {
      return Optional.empty();
    }
    Regression line = Regression.of(sumWatts, nodeWatts);
    double deviation = Math.sqrt(line.spread() / n);
    if (!(deviation > LEAST_SPREAD * Math.abs(line.meanX()))) {
      return Optional.empty();
    }
    double perReading = line.squares() / (n - 2);
    double r = correlation(line, sumWatts, nodeWatts);
    double variance = perReading * (1 + r) / (1 - r);
    double gainVariance = variance / line.spread();
    DoubleSummaryStatistics sums = Arrays.stream(sumWatts).summaryStatistics();
    return Optional.of(
        new NodeFit(
            line.slope(),
            Math.sqrt(gainVariance),
            line.intercept(),
            Math.sqrt(variance / n + line.meanX() * line.meanX() * gainVariance),
            -line.meanX() * gainVariance,
            Math.sqrt(perReading),
            n,
            sums.getMin(),
            sums.getMax()));
  }

  /** Correlation of each residual with the next one, 0 where it is negative. */
  private static double correlation(Regression line, double[] x, double[] y) {
    double before = 0;
    double product = 0;
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      double residual = y[i] - line.intercept() - line.slope() * x[i];
      product += before * residual;
      squares += residual * residual;
      before = residual;
    }
    double r = squares > 0 ? product / squares : 0;
    return Math.min(MOST_CORRELATION, Math.max(0, r));
  }
}
