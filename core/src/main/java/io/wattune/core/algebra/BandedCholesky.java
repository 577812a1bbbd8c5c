package io.wattune.core.algebra;

/**
 * Solves {@code M x = b} for a symmetric, positive definite, banded matrix: Cholesky's
 * factorisation in place. Cost {@code n w^2} for {@code n} rows and a half-width {@code w}. Test:
 * {@code BandedCholeskyTest}.
 */
public final class BandedCholesky {
  private final int n;
  private final int width;

  /** Row i holds M[i][i - width .. i]. */
  private final double[][] rows;

  /** Of as many rows, with as many entries beside the diagonal to each side. */
  public BandedCholesky(int n, int width) {
    this.n = n;
    this.width = width;
    rows = new double[n][width + 1];
  }

  /** Adds to {@code M[i][j]} and {@code M[j][i]}, {@code j <= i}. */
  public void add(int i, int j, double value) {
    rows[i][width - (i - j)] += value;
  }

  /**
   * Factorises.
   *
   * @return logarithm of the determinant; NaN where the matrix is not positive definite
   */
  public double factorise() {
    double logDeterminant = 0;
    for (int i = 0; i < n; i++) {
      double[] row = rows[i];
      int first = Math.max(0, i - width);
      for (int j = first; j <= i; j++) {
        double[] other = rows[j];
        double sum = row[width - (i - j)];
        int up = i - j; // how much further left an entry of the same column is in this row
        for (int k = width - j + Math.max(first, j - width); k < width; k++) {
          sum -= row[k - up] * other[k];
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
  public void solve(double[] b) {
    halve(b);
    for (int i = n - 1; i >= 0; i--) {
      double[] row = rows[i];
      double solved = b[i] / row[width];
      b[i] = solved;
      for (int k = Math.max(0, i - width); k < i; k++) {
        b[k] -= row[width - i + k] * solved;
      }
    }
  }

  /** Solves for L, in place. */
  private void halve(double[] b) {
    for (int i = 0; i < n; i++) {
      double[] row = rows[i];
      double sum = b[i];
      for (int k = Math.max(0, i - width); k < i; k++) {
        sum -= row[width - i + k] * b[k];
      }
      b[i] = sum / row[width];
    }
  }

  /**
   * Diagonal of the inverse; after {@link #factorise}. Of the inverse {@code Z} only the band is
   * needed, since {@code Z L} is the inverse of {@code L'}, which has nothing below its diagonal
   * (Takahashi's recursion). Cost {@code n w^2}, as one factorisation.
   */
  public double[] inverseDiagonal() {
    double[] diagonal = new double[n];
    double[][] inverse = new double[n][width + 1]; // row j holds Z[j][j .. j + width]
    for (int j = n - 1; j >= 0; j--) {
      int last = Math.min(n - 1, j + width);
      double own = rows[j][width];
      for (int i = last; i > j; i--) {
        double sum = 0;
        for (int k = j + 1; k <= last; k++) {
          double z = i < k ? inverse[i][k - i] : inverse[k][i - k];
          sum -= rows[k][width - (k - j)] * z;
        }
        inverse[j][i - j] = sum / own;
      }
      double sum = 1 / own;
      for (int k = j + 1; k <= last; k++) {
        sum -= rows[k][width - (k - j)] * inverse[j][k - j];
      }
      inverse[j][0] = sum / own;
      diagonal[j] = inverse[j][0];
    }
    return diagonal;
  }
}
