package io.wattune.core.thermal.solver;

import java.util.Arrays;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix: {@code A = Q diag(values) Q'}, by cyclic
 * Jacobi rotations (Golub and Van Loan 2013, algorithm 8.5.3), which are as exact for the small
 * values of a matrix whose diagonal falls by orders of magnitude as for its large ones (Demmel and
 * Veselic 1992). Error: some roundings of the largest value. Costs about {@code 20 n^3}
 * multiplications. Test: {@code SymmetricModesTest}.
 */
final class SymmetricModes {
  /** Six to ten are usual for some hundred rows. */
  private static final int MOST_SWEEPS = 50;

  private static final double ROUNDING = 0x1p-53;

  private final double[] values;
  private final double[][] vectors;

  /**
   * Solves.
   *
   * @param matrix symmetric; it is not changed
   */
  SymmetricModes(double[][] matrix) {
    int n = matrix.length;
    double[][] a = new double[n][];
    vectors = new double[n][n];
    for (int i = 0; i < n; i++) {
      a[i] = matrix[i].clone();
      vectors[i][i] = 1;
    }
    boolean isDiagonal = false;
    for (int sweep = 0; sweep < MOST_SWEEPS && !isDiagonal; sweep++) {
      isDiagonal = !sweep(a);
    }
    if (!isDiagonal) {
      throw new IllegalArgumentException("the matrix is not symmetric, or not of finite numbers");
    }
    values = new double[n];
    Arrays.setAll(values, i -> a[i][i]);
  }

  /** Whether anything was rotated. */
  private boolean sweep(double[][] a) {
    boolean rotated = false;
    for (int p = 0; p < a.length - 1; p++) {
      for (int q = p + 1; q < a.length; q++) {
        double between = Math.abs(a[p][q]);
        // What is less changes neither value by a rounding.
        if (!(between <= ROUNDING * Math.sqrt(Math.abs(a[p][p])) * Math.sqrt(Math.abs(a[q][q])))) {
          rotate(a, p, q);
          rotated = true;
        }
      }
    }
    return rotated;
  }

  private void rotate(double[][] a, int p, int q) {
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double tangent = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double cosine = 1 / Math.sqrt(tangent * tangent + 1);
    double sine = tangent * cosine;
    double moved = tangent * a[p][q];
    double atP = a[p][p] - moved;
    double atQ = a[q][q] + moved;
    turn(a[p], a[q], cosine, sine);
    a[p][p] = atP;
    a[q][q] = atQ;
    a[p][q] = 0;
    a[q][p] = 0;
    for (int k = 0; k < a.length; k++) {
      if (k != p && k != q) {
        a[k][p] = a[p][k];
        a[k][q] = a[q][k];
      }
    }
    turn(vectors[p], vectors[q], cosine, sine);
  }

  private static void turn(double[] p, double[] q, double cosine, double sine) {
    for (int k = 0; k < p.length; k++) {
      double one = p[k];
      double other = q[k];
      p[k] = cosine * one - sine * other;
      q[k] = sine * one + cosine * other;
    }
  }

  /** The values, in no order. */
  double[] values() {
    return values.clone();
  }

  /** The vector of value k; of length 1, at right angles to all others. */
  double[] vector(int k) {
    return vectors[k].clone();
  }
}
