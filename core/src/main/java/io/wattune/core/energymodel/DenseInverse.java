package io.wattune.core.energymodel;

import io.wattune.core.algebra.Cholesky;
import java.util.Arrays;

/**
 * Inverse of a symmetric, positive definite matrix, {@code M = L L'}, {@code M^-1 = L^-1' L^-1}.
 * Cost about {@code n^3}. Test: {@code LinearPowerFitTest}.
 */
final class DenseInverse {
  private DenseInverse() {}

  /**
   * Inverts in place.
   *
   * @param m rows of the matrix; afterwards its inverse, or of no use where false is returned
   * @return whether the matrix is positive definite
   */
  static boolean invert(double[][] m) {
    int n = m.length;
    if (Double.isNaN(new Cholesky(m).factorise())) {
      return false;
    }
    for (int i = 0; i < n; i++) {
      invertRow(m, i);
    }
    // Rows of L^-1 stand in the lower half: their products are the inverse.
    for (int i = 0; i < n; i++) {
      Arrays.fill(m[i], i + 1, n, 0);
    }
    double[][] inverse = new double[n][n];
    for (int k = 0; k < n; k++) {
      double[] row = m[k];
      for (int i = 0; i <= k; i++) {
        double factor = row[i];
        for (int j = 0; j <= i; j++) {
          inverse[i][j] += factor * row[j];
        }
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        m[i][j] = inverse[Math.max(i, j)][Math.min(i, j)];
      }
    }
    return true;
  }

  /** Row i of the inverse of the lower triangle, after the rows above it. */
  private static void invertRow(double[][] m, int i) {
    double diagonal = m[i][i];
    double[] row = new double[i];
    for (int k = 0; k < i; k++) {
      double factor = m[i][k];
      for (int j = 0; j <= k; j++) {
        row[j] += factor * m[k][j];
      }
    }
    for (int j = 0; j < i; j++) {
      m[i][j] = -row[j] / diagonal;
    }
    m[i][i] = 1 / diagonal;
  }
}
