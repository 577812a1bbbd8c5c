package io.wattune.core.algebra;

/**
 * Solves {@code M x = b} for a symmetric, positive definite matrix: Cholesky's factorisation {@code
 * M = L L'} in place. Cost {@code n^3 / 6} multiplications for {@code n} rows.
 *
 * <p>It is what entries of brief activities cost. A sum waits for each of its terms, so that four
 * sums are made side by side: that takes half the time or less, without vectors, too. The order
 * within each sum is the textbook's, so that results are those of {@link BandedCholesky} to the
 * last bit. Test: {@code CholeskyTest}.
 */
public final class Cholesky {
  private static final int SIDE_BY_SIDE = 4;

  private final int n;

  /** Row i holds L[i][0 .. i]; the matrix until {@link #factorise}. */
  private final double[][] rows;

  /**
   * Of a matrix, which it takes over.
   *
   * @param lower row i has at least the entries up to the diagonal
   */
  public Cholesky(double[][] lower) {
    this.n = lower.length;
    this.rows = lower;
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
      int j = 0;
      for (; j + SIDE_BY_SIDE <= i; j += SIDE_BY_SIDE) {
        four(row, j);
      }
      for (; j < i; j++) {
        row[j] = less(row[j], row, rows[j], 0, j) / rows[j][j];
      }
      double square = less(row[i], row, row, 0, i);
      if (!(square > 0)) {
        return Double.NaN;
      }
      row[i] = Math.sqrt(square);
      logDeterminant += StrictMath.log(square);
    }
    return logDeterminant;
  }

  /** Entries j to j + 3 of a row further down. */
  private void four(double[] row, int j) {
    double[] a = rows[j];
    double[] b = rows[j + 1];
    double[] c = rows[j + 2];
    double[] d = rows[j + 3];
    double ofA = row[j];
    double ofB = row[j + 1];
    double ofC = row[j + 2];
    double ofD = row[j + 3];
    for (int k = 0; k < j; k++) {
      double own = row[k];
      ofA -= own * a[k];
      ofB -= own * b[k];
      ofC -= own * c[k];
      ofD -= own * d[k];
    }
    row[j] = ofA / a[j];
    row[j + 1] = less(ofB, row, b, j, j + 1) / b[j + 1];
    row[j + 2] = less(ofC, row, c, j, j + 2) / c[j + 2];
    row[j + 3] = less(ofD, row, d, j, j + 3) / d[j + 3];
  }

  private static double less(double from, double[] a, double[] b, int first, int end) {
    double left = from;
    for (int k = first; k < end; k++) {
      left -= a[k] * b[k];
    }
    return left;
  }

  /** Solves for a right side, in place; after {@link #factorise}. */
  public void solve(double[] b) {
    halve(b);
    for (int i = n - 1; i >= 0; i--) {
      double[] row = rows[i];
      double solved = b[i] / row[i];
      b[i] = solved;
      for (int k = 0; k < i; k++) {
        b[k] -= row[k] * solved;
      }
    }
  }

  /**
   * The first half of {@link #solve}, in place: of two right sides {@code a} and {@code b} it makes
   * what has {@code a' M^-1 b} as its scalar product.
   */
  public void halve(double[] b) {
    for (int i = 0; i < n; i++) {
      b[i] = less(b[i], b, rows[i], 0, i) / rows[i][i];
    }
  }
}
