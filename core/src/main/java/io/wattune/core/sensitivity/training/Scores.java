package io.wattune.core.sensitivity.training;

/**
 * How well predictions meet what was measured, each with its weight.
 *
 * @param meanAbsoluteError mean of the errors' sizes
 * @param rootMeanSquareError root of the mean of their squares
 * @param largestError the largest of their sizes
 * @param correlation Pearson's, NaN where one side does not vary
 */
public record Scores(
    double meanAbsoluteError, double rootMeanSquareError, double largestError, double correlation) {

  /** Scores of as many predictions as there are measured values and weights, at least one. */
  public static Scores of(double[] predicted, double[] measured, double[] weights) {
    int n = predicted.length;
    if (n == 0 || measured.length != n || weights.length != n) {
      throw new IllegalArgumentException(
          ("there must be as many predictions as measured values and weights and one at "
                  + "least, were %s, %s and %s")
              .formatted(n, measured.length, weights.length));
    }
    double sum = 0;
    double absolute = 0;
    double squares = 0;
    double largest = 0;
    for (int i = 0; i < n; i++) {
      double error = Math.abs(predicted[i] - measured[i]);
      sum += weights[i];
      absolute += weights[i] * error;
      squares += weights[i] * error * error;
      largest = Math.max(largest, error);
    }
    return new Scores(
        absolute / sum,
        Math.sqrt(squares / sum),
        largest,
        correlation(predicted, measured, weights));
  }

  /** Pearson's correlation; NaN where one side does not vary. */
  public static double correlation(double[] x, double[] y, double[] weights) {
    double meanX = mean(x, weights);
    double meanY = mean(y, weights);
    double products = 0;
    double squaresX = 0;
    double squaresY = 0;
    for (int i = 0; i < x.length; i++) {
      products += weights[i] * (x[i] - meanX) * (y[i] - meanY);
      squaresX += weights[i] * (x[i] - meanX) * (x[i] - meanX);
      squaresY += weights[i] * (y[i] - meanY) * (y[i] - meanY);
    }
    return products / Math.sqrt(squaresX * squaresY);
  }

  private static double mean(double[] values, double[] weights) {
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * values[i];
      weight += weights[i];
    }
    return sum / weight;
  }
}
