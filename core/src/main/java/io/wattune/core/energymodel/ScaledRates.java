package io.wattune.core.energymodel;

import java.util.Arrays;

/**
 * The rates of a fit's kernels as a shape takes them: each counter in units of its spread over
 * these kernels, and covariances in units of their mean spread, so that a process's noise is a
 * share of what the components differ by. A counter that is the same for all kernels says nothing
 * and is left out.
 */
final class ScaledRates {
  private final ResponseShape shape;
  private final double[] spreads;
  private final double[][] rates;
  private final double[][] covariances;
  private final double unit;

  private ScaledRates(ResponseShape shape, double[] spreads, double[][] rates) {
    this.shape = shape;
    this.spreads = spreads;
    int n = rates.length;
    this.rates = new double[n][];
    for (int i = 0; i < n; i++) {
      this.rates[i] = scaled(rates[i]);
    }
    covariances = new double[n][n];
    double diagonal = 0;
    double all = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        covariances[i][j] = shape.covariance(this.rates[i], this.rates[j]);
        all += covariances[i][j] * (i == j ? 1 : 2);
      }
      diagonal += covariances[i][i];
    }
    double spread = diagonal / n - all / n / n;
    unit = spread > 0 ? spread : 1;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        covariances[i][j] /= unit;
        covariances[j][i] = covariances[i][j];
      }
    }
  }

  static ScaledRates of(double[][] rates, ResponseShape shape) {
    int counters = rates[0].length;
    double[] spreads = new double[counters];
    for (int j = 0; j < counters; j++) {
      double mean = 0;
      for (double[] row : rates) {
        mean += shape.warped(row[j]) / rates.length;
      }
      double square = 0;
      for (double[] row : rates) {
        double off = shape.warped(row[j]) - mean;
        square += off * off / rates.length;
      }
      // Rounding of a mean of equal numbers is no spread.
      spreads[j] = Math.sqrt(square) > 1e-12 * mean ? Math.sqrt(square) : 0;
    }
    return new ScaledRates(shape, spreads, rates);
  }

  private double[] scaled(double[] row) {
    double[] scaled = new double[row.length];
    Arrays.setAll(scaled, j -> spreads[j] == 0 ? 0 : shape.warped(row[j]) / spreads[j]);
    return scaled;
  }

  ResponseShape shape() {
    return shape;
  }

  /** Of the fit's kernels with each other. */
  double[][] covariances() {
    return covariances;
  }

  /** Of another kernel with each of the fit's. */
  double[] with(double[] row) {
    double[] other = scaled(row);
    double[] with = new double[rates.length];
    Arrays.setAll(with, i -> shape.covariance(rates[i], other) / unit);
    return with;
  }

  /** Of another kernel with itself. */
  double own(double[] row) {
    double[] other = scaled(row);
    return shape.covariance(other, other) / unit;
  }
}
