package io.wattune.core.energymodel;

import static io.wattune.core.algebra.Products.dot;
import static io.wattune.core.algebra.Products.times;

import java.util.Arrays;

/**
 * {@code min |A x - b|} over {@code x >= 0}: the active-set method of Lawson and Hanson 1974,
 * chapter 23. At its end no column of those at 0 would lower the sum of squares by more than
 * rounding. Test: {@code LinearPowerFitTest}, against all subsets.
 */
final class NonNegativeLeastSquares {
  private NonNegativeLeastSquares() {}

  /**
   * Solves.
   *
   * @param gram {@code A' A}, of columns of like norms
   * @param right {@code A' b}
   */
  static double[] solve(double[][] gram, double[] right) {
    int p = right.length;
    double[] x = new double[p];
    boolean[] free = new boolean[p];
    boolean[] barred = new boolean[p];
    double tolerance = 1e-11 * Arrays.stream(right).map(Math::abs).max().orElse(0);
    for (int step = 0; step < 30 * p; step++) {
      int best = -1;
      double steepest = tolerance;
      for (int j = 0; j < p; j++) {
        double downhill = right[j] - dot(gram[j], x);
        if (!free[j] && !barred[j] && downhill > steepest) {
          best = j;
          steepest = downhill;
        }
      }
      if (best < 0) {
        return x;
      }
      free[best] = true;
      double[] next = onFree(gram, right, free);
      if (next.length == 0 || next[best] <= 0) {
        // It is a combination of the free ones up to rounding: it adds nothing.
        free[best] = false;
        barred[best] = true;
        continue;
      }
      x = insideBounds(gram, right, free, x, next);
      Arrays.fill(barred, false);
    }
    return x;
  }

  /** Goes towards the next solution, and gives up what falls below 0 on the way. */
  private static double[] insideBounds(
      double[][] gram, double[] right, boolean[] free, double[] from, double[] to) {
    double[] x = from.clone();
    double[] next = to;
    while (true) {
      double share = 1;
      int first = -1;
      for (int j = 0; j < x.length; j++) {
        if (free[j] && next[j] <= 0 && x[j] / (x[j] - next[j]) <= share) {
          share = x[j] / (x[j] - next[j]);
          first = j;
        }
      }
      if (first < 0) {
        return next;
      }
      for (int j = 0; j < x.length; j++) {
        x[j] += share * (next[j] - x[j]);
      }
      x[first] = 0;
      free[first] = false;
      next = onFree(gram, right, free);
      if (next.length == 0) {
        return x;
      }
    }
  }

  /** Least squares in the free columns; empty where they depend on each other. */
  private static double[] onFree(double[][] gram, double[] right, boolean[] free) {
    int[] which = new int[right.length];
    int n = 0;
    for (int j = 0; j < free.length; j++) {
      if (free[j]) {
        which[n++] = j;
      }
    }
    double[][] inverse = new double[n][n];
    double[] some = new double[n];
    for (int i = 0; i < n; i++) {
      some[i] = right[which[i]];
      for (int j = 0; j < n; j++) {
        inverse[i][j] = gram[which[i]][which[j]];
      }
    }
    if (!DenseInverse.invert(inverse)) {
      return new double[0];
    }
    double[] solved = times(inverse, inverse.length, some);
    double[] x = new double[right.length];
    for (int i = 0; i < n; i++) {
      x[which[i]] = solved[i];
    }
    return x;
  }
}
