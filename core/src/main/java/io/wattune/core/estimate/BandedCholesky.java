package io.wattune.core.estimate;

/**
 * Solves {@code M x = b} for a symmetric, positive definite, banded matrix: Cholesky's
 * factorisation in place. Cost {@code n w^2} for {@code n} rows and a half-width {@code w}. Test:
 * {@code BandedCholeskyTest}.
 */
final class BandedCholesky {
  private final int n;
  private final int width;

  /** Row i holds M[i][i - width .. i]. */
  private final double[][] rows;

  BandedCholesky(int n, int width) {
    this.n = n;
    this.width = width;
    rows = new double[n][width + 1];
  }

  /** Adds to {@code M[i][j]} and {@code M[j][i]}, {@code j <= i}. */
  void add(int i, int j, double value) {
    rows[i][width - (i - j)] += value;
  }

  /**
   * Factorises.
   *
   * @return logarithm of the determinant; NaN where the matrix is not positive definite
   */
  double factorise() {
    double logDeterminant = 0;
    for (int i = 0; i < n; i++) {
      double[] row = rows[i];
      for (int j = Math.max(0, i - width); j <= i; j++) {
        double[] other = rows[j];
        double sum = row[width - (i - j)];
        for (int k = Math.max(0, i - width); k < j; k++) {
          if (j - k <= width) {
            sum -= row[width - (i - k)] * other[width - (j - k)];
          }
        }
        if (j < i) {
          row[width - (i - j)] = sum / other[width];
        } else if (sum > 0) {
          row[width] = Math.sqrt(sum);
          logDeterminant += StrictMath.log(sum);
        } else {
          return Double.NaN;
        }
      }
    }
    return logDeterminant;
  }

  /** Solves for a right side, in place; after {@link #factorise}. */
  void solve(double[] b) {
    for (int i = 0; i < n; i++) {
      double sum = b[i];
      for (int k = Math.max(0, i - width); k < i; k++) {
        sum -= rows[i][width - (i - k)] * b[k];
      }
      b[i] = sum / rows[i][width];
    }
    for (int i = n - 1; i >= 0; i--) {
      double sum = b[i];
      for (int k = i + 1; k < Math.min(n, i + width + 1); k++) {
        sum -= rows[k][width - (k - i)] * b[k];
      }
      b[i] = sum / rows[i][width];
    }
  }
}
