package io.wattune.core.thermal.solver;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code A = L L'} of a symmetric, positive definite matrix, by rows. Costs {@code n^3/6}
 * multiplications, {@code n^2} for each solution. Error: some {@code n} roundings of the largest
 * entry. Test: {@code CholeskyTest}.
 */
final class Cholesky implements HeatSolver {
  private final double[][] lower;

  private Cholesky(double[][] lower) {
    this.lower = lower;
  }

  /**
   * Factors.
   *
   * @param matrix only its lower triangle is read
   * @return null where the matrix is not positive definite
   */
  static @Nullable Cholesky of(double[][] matrix) {
    int n = matrix.length;
    double[][] lower = new double[n][];
    for (int i = 0; i < n; i++) {
      double[] row = Arrays.copyOf(matrix[i], i + 1);
      lower[i] = row;
      for (int j = 0; j <= i; j++) {
        double[] other = lower[j];
        double sum = row[j];
        for (int k = 0; k < j; k++) {
          sum -= row[k] * other[k];
        }
        if (j < i) {
          row[j] = sum / other[j];
        } else if (sum > 0) {
          row[i] = Math.sqrt(sum);
        } else {
          return null;
        }
      }
    }
    return new Cholesky(lower);
  }

  @Override
  public boolean solve(double[] right, double[] x, double tolerance) {
    int n = lower.length;
    for (int i = 0; i < n; i++) {
      double sum = right[i];
      for (int k = 0; k < i; k++) {
        sum -= lower[i][k] * x[k];
      }
      x[i] = sum / lower[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      x[i] /= lower[i][i];
      double value = x[i];
      for (int k = 0; k < i; k++) {
        x[k] -= lower[i][k] * value;
      }
    }
    return true;
  }
}
