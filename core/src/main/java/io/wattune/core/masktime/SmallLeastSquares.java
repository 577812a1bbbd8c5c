package io.wattune.core.masktime;

import java.util.List;

/**
 * {@code min |A x - 1|} over {@code x >= 0} for up to three columns, of which all but the first
 * stay from one problem to the next: of all subsets of columns whose plain least squares has no
 * negative part, the best. That is the exact solution, since that of the bounded problem is the
 * plain one on the columns that are above 0. For one thread. Test: {@code SmallLeastSquaresTest}.
 */
final class SmallLeastSquares {
  private final double[][] columns;
  private final double[][] gram;
  private final double[] right;
  private final double[][] reduced;
  private final double[] solution;

  /** Prepares, with all columns but the first. */
  SmallLeastSquares(List<double[]> others) {
    int p = 1 + others.size();
    columns = new double[p][];
    gram = new double[p][p];
    right = new double[p];
    reduced = new double[p][p];
    solution = new double[p];
    columns[0] = new double[0];
    for (int i = 1; i < p; i++) {
      columns[i] = others.get(i - 1);
      right[i] = sum(columns[i]);
      for (int j = 1; j <= i; j++) {
        gram[i][j] = product(columns[i], columns[j]);
        gram[j][i] = gram[i][j];
      }
    }
  }

  /**
   * A solution.
   *
   * @param squares its sum of squares
   */
  @SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
  record Solved(double[] coefficients, double squares) {}

  /** Solves with this first column. */
  Solved toOnes(double[] first) {
    int p = right.length;
    columns[0] = first;
    for (int i = 0; i < p; i++) {
      gram[i][0] = product(columns[i], first);
      gram[0][i] = gram[i][0];
    }
    right[0] = sum(first);
    double[] best = new double[p];
    double most = 0;
    for (int subset = 1; subset < 1 << p; subset++) {
      double[] x = plain(subset);
      double explained = 0;
      boolean isAllowed = true;
      for (int i = 0; i < p; i++) {
        isAllowed &= x[i] >= 0;
        explained += x[i] * right[i];
      }
      if (isAllowed && explained > most) {
        most = explained;
        System.arraycopy(x, 0, best, 0, p);
      }
    }
    return new Solved(best, squares(best));
  }

  private static double sum(double[] column) {
    double sum = 0;
    for (double each : column) {
      sum += each;
    }
    return sum;
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int row = 0; row < a.length; row++) {
      sum += a[row] * b[row];
    }
    return sum;
  }

  /** By residuals: the difference of two large sums would lose what a good fit leaves. */
  private double squares(double[] x) {
    double squares = 0;
    for (int row = 0; row < columns[0].length; row++) {
      double residual = -1;
      for (int i = 0; i < x.length; i++) {
        residual += x[i] * columns[i][row];
      }
      squares += residual * residual;
    }
    return squares;
  }

  /** Gauss with the columns of a subset; negative where they depend on each other. */
  private double[] plain(int subset) {
    int p = right.length;
    double[][] m = reduced;
    double[] x = solution;
    for (int i = 0; i < p; i++) {
      x[i] = right[i];
      System.arraycopy(gram[i], 0, m[i], 0, p);
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
