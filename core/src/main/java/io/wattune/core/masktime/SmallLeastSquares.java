package io.wattune.core.masktime;

import java.util.List;

/**
 * {@code min |A x - 1|} over {@code x >= 0} for up to three columns: of all subsets of columns
 * whose plain least squares has no negative part, the best. That is the exact solution, since that
 * of the bounded problem is the plain one on the columns that are above 0. Test: {@code
 * SmallLeastSquaresTest}.
 */
final class SmallLeastSquares {
  private SmallLeastSquares() {}

  /**
   * A solution.
   *
   * @param squares its sum of squares
   */
  @SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
  record Solved(double[] coefficients, double squares) {}

  static Solved toOnes(List<double[]> columns) {
    int p = columns.size();
    int n = columns.get(0).length;
    double[][] gram = new double[p][p];
    double[] right = new double[p];
    for (int i = 0; i < p; i++) {
      double[] a = columns.get(i);
      for (int row = 0; row < n; row++) {
        right[i] += a[row];
      }
      for (int j = 0; j <= i; j++) {
        double[] b = columns.get(j);
        double sum = 0;
        for (int row = 0; row < n; row++) {
          sum += a[row] * b[row];
        }
        gram[i][j] = sum;
        gram[j][i] = sum;
      }
    }
    double[] best = new double[p];
    double most = 0;
    for (int subset = 1; subset < 1 << p; subset++) {
      double[] x = plain(gram, right, subset);
      double explained = 0;
      boolean isAllowed = true;
      for (int i = 0; i < p; i++) {
        isAllowed &= x[i] >= 0;
        explained += x[i] * right[i];
      }
      if (isAllowed && explained > most) {
        most = explained;
        best = x;
      }
    }
    // By residuals: the difference of two large sums would lose what a good fit leaves.
    double squares = 0;
    for (int row = 0; row < n; row++) {
      double residual = -1;
      for (int i = 0; i < p; i++) {
        residual += best[i] * columns.get(i)[row];
      }
      squares += residual * residual;
    }
    return new Solved(best, squares);
  }

  /** Gauss with the columns of a subset; negative where they depend on each other. */
  private static double[] plain(double[][] gram, double[] right, int subset) {
    int p = right.length;
    double[][] m = new double[p][];
    double[] x = right.clone();
    for (int i = 0; i < p; i++) {
      m[i] = gram[i].clone();
    }
    for (int i = 0; i < p; i++) {
      if ((subset & 1 << i) == 0) {
        continue;
      }
      if (m[i][i] <= 1e-12 * gram[i][i]) {
        x[i] = -1;
        return x;
      }
      for (int row = 0; row < p; row++) {
        if (row != i && (subset & 1 << row) != 0) {
          double factor = m[row][i] / m[i][i];
          for (int column = 0; column < p; column++) {
            m[row][column] -= factor * m[i][column];
          }
          x[row] -= factor * x[i];
        }
      }
    }
    for (int i = 0; i < p; i++) {
      x[i] = (subset & 1 << i) == 0 ? 0 : x[i] / m[i][i];
    }
    return x;
  }
}
