package io.wattune.core.sensitivity.training;

/**
 * How well predictions meet what was measured.
 *
 * @param meanAbsoluteError mean of the errors' sizes
 * @param rootMeanSquareError root of the mean of their squares
 * @param largestError the largest of their sizes
 * @param correlation Pearson's, NaN where one side does not vary
 */
public record Scores(
    double meanAbsoluteError, double rootMeanSquareError, double largestError, double correlation) {

  /** Scores of as many predictions as there are measured values, at least one. */
  public static Scores of(double[] predicted, double[] measured) {
    int n = predicted.length;
    if (n == 0 || measured.length != n) {
      throw new IllegalArgumentException(
          "there must be as many predictions as measured values and one at least, were "
              + n
              + " and "
              + measured.length);
    }
    double absolute = 0;
    double squares = 0;
    double largest = 0;
    for (int i = 0; i < n; i++) {
      double error = Math.abs(predicted[i] - measured[i]);
      absolute += error;
      squares += error * error;
      largest = Math.max(largest, error);
    }
    return new Scores(
        absolute / n, Math.sqrt(squares / n), largest, correlation(predicted, measured));
  }

  /** Pearson's correlation; NaN where one side does not vary. */
  public static double correlation(double[] x, double[] y) {
    double meanX = mean(x);
    double meanY = mean(y);
    double products = 0;
    double squaresX = 0;
    double squaresY = 0;
    for (int i = 0; i < x.length; i++) {
      products += (x[i] - meanX) * (y[i] - meanY);
      squaresX += (x[i] - meanX) * (x[i] - meanX);
      squaresY += (y[i] - meanY) * (y[i] - meanY);
    }
    return products / Math.sqrt(squaresX * squaresY);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
