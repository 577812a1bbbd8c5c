package io.wattune.core.thermal.solver;

import static io.wattune.core.algebra.Products.dot;

import io.wattune.core.algebra.Cholesky;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conjugate gradients with one V-cycle of multigrid as preconditioner: coarser levels have the same
 * layers on cells twice as large, so that the cost of a solution grows with the number of cells
 * (Trottenberg, Oosterlee and Schueller 2001, 7.8). Linear interpolation and its transpose, one
 * sweep before and one, mirrored, after. Error: the preconditioned residual's largest entry, which
 * is kelvin, is below the tolerance. Test: {@code GridNetworkTest}.
 */
final class Multigrid implements HeatSolver {
  /** So few nodes are solved at once. */
  private static final int FEW = 220;

  /** Some ten are needed; a system that needs more has no solution that can be trusted. */
  private static final int MOST_ITERATIONS = 400;

  /**
   * Below this share of what a column gives to its neighbours, as in short steps of time, columns
   * hardly know of each other, and sweeps alone are the faster way.
   */
  private static final double LOOSE = 0.35;

  private final List<Level> levels = new ArrayList<>();
  private final @Nullable Cholesky coarsest;
  private final boolean isPositive;
  private final boolean sweepsSuffice;
  private int iterations;

  /** A level with its arrays. */
  private static final class Level {
    final GridOperator a;
    final ColumnSmoother smoother;
    final double[] residual;
    @Nullable Interpolation fromCoarser;

    Level(GridOperator a) {
      this.a = a;
      smoother = new ColumnSmoother(a);
      residual = new double[a.size()];
    }
  }

  Multigrid(GridOperator finest) {
    GridOperator a = finest;
    sweepsSuffice = finest.largestShareAcross() < LOOSE;
    if (sweepsSuffice) {
      var only = new Level(finest);
      levels.add(only);
      coarsest = null;
      isPositive = only.smoother.isPositive();
      return;
    }
    boolean positive = true;
    while (true) {
      var level = new Level(a);
      levels.add(level);
      positive &= level.smoother.isPositive();
      if (a.size() <= FEW || a.geometry.cells() == 1) {
        break;
      }
      GridGeometry coarse = a.geometry.coarser();
      var interpolation = new Interpolation(a.geometry, coarse, a.layers);
      level.fromCoarser = interpolation;
      a = a.coarser(coarse, interpolation);
    }
    coarsest = positive ? new Cholesky(a.dense()) : null;
    isPositive = coarsest != null && !Double.isNaN(coarsest.factorise());
  }

  /** How often the last solution went through the levels. */
  int iterations() {
    return iterations;
  }

  @Override
  public boolean solve(double[] right, double[] x, double tolerance) {
    if (!isPositive) {
      return false;
    }
    if (sweepsSuffice) {
      return sweep(right, x, tolerance);
    }
    GridOperator a = levels.get(0).a;
    int n = a.size();
    double[] r = new double[n];
    double[] ap = new double[n];
    a.apply(x, ap);
    for (int i = 0; i < n; i++) {
      r[i] = right[i] - ap[i];
    }
    double[] z = cycle(0, r);
    double[] p = z.clone();
    double rz = dot(r, z);
    for (iterations = 0; iterations < MOST_ITERATIONS; iterations++) {
      if (largest(z) <= tolerance) {
        return true;
      }
      a.apply(p, ap);
      double curvature = dot(p, ap);
      if (!(curvature > 0)) {
        return false;
      }
      double alpha = rz / curvature;
      for (int i = 0; i < n; i++) {
        x[i] += alpha * p[i];
        r[i] -= alpha * ap[i];
      }
      z = cycle(0, r);
      double next = dot(r, z);
      double beta = next / rz;
      rz = next;
      for (int i = 0; i < n; i++) {
        p[i] = z[i] + beta * p[i];
      }
    }
    return false;
  }

  /** Each sweep leaves at most {@link #LOOSE} squared of the error. */
  private boolean sweep(double[] right, double[] x, double tolerance) {
    ColumnSmoother smoother = levels.get(0).smoother;
    for (iterations = 0; iterations < MOST_ITERATIONS; iterations++) {
      smoother.beginSweep();
      smoother.forward(right, x);
      if (smoother.largestChange() <= tolerance) {
        return true;
      }
    }
    return false;
  }

  private double[] cycle(int depth, double[] right) {
    Level level = levels.get(depth);
    Interpolation fromCoarser = level.fromCoarser;
    if (fromCoarser == null) {
      double[] solved = right.clone();
      if (coarsest != null) {
        coarsest.solve(solved);
      }
      return solved;
    }
    double[] x = new double[right.length];
    level.smoother.forward(right, x);
    level.a.apply(x, level.residual);
    for (int i = 0; i < right.length; i++) {
      level.residual[i] = right[i] - level.residual[i];
    }
    double[] correction = cycle(depth + 1, fromCoarser.restrict(level.residual, level.a.singles));
    fromCoarser.addTo(x, correction);
    level.smoother.backward(right, x);
    return x;
  }

  private static double largest(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }
}
