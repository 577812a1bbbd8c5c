package io.wattune.core.estimate;

import io.wattune.core.algebra.BandedCholesky;
import java.util.Arrays;

/**
 * Time cut into cells in each of which the power is one unknown number, for a sensor that averages
 * a window: cut at the ends of all windows and at all boundaries, so that each sample is a sum of
 * whole cells, {@code y_k = sum of p_j h_j / W}.
 *
 * <p>Between two cells power walks at random, by its variance times the distance of their middles;
 * where it may step, freely. This is weighted least squares with a banded normal matrix. Energy
 * between two cuts is a sum of cells. Test: {@code KnownBoundaryFitTest} (against a dense solve).
 */
final class WindowCells {
  /** Cuts that are closer than this are one: samples are stamped in whole microseconds. */
  private static final double SAME_SECONDS = 2e-6;

  private final Stretch stretch;
  private final double[] cuts;
  private final boolean[] steps;
  private final int[] firstCell;
  private final int[] lastCell;
  private final int width;

  WindowCells(Stretch stretch, double windowSeconds) {
    this.stretch = stretch;
    cuts = cuts(stretch, windowSeconds);
    steps = new boolean[cuts.length];
    firstCell = new int[stretch.nodes()];
    lastCell = new int[stretch.nodes()];
    int widest = 1;
    for (int i = 0; i < stretch.nodes(); i++) {
      double at = stretch.seconds()[i];
      if (stretch.steps()[i]) {
        steps[cutAt(at)] = true;
      }
      if (stretch.isSample(i)) {
        firstCell[i] = cutAt(at - windowSeconds);
        lastCell[i] = cutAt(at) - 1;
        widest = Math.max(widest, lastCell[i] - firstCell[i]);
      }
    }
    width = widest;
  }

  int cells() {
    return cuts.length - 1;
  }

  double lengthSeconds(int cell) {
    return cuts[cell + 1] - cuts[cell];
  }

  /** The cut nearest to a time. */
  int cutAt(double seconds) {
    int i = Arrays.binarySearch(cuts, seconds);
    if (i >= 0) {
      return i;
    }
    int after = -i - 1;
    if (after == 0) {
      return 0;
    }
    if (after == cuts.length) {
      return cuts.length - 1;
    }
    return seconds - cuts[after - 1] <= cuts[after] - seconds ? after - 1 : after;
  }

  /** Normal equations for a random walk. */
  WindowFit fit(RandomWalk walk) {
    double[] variances = new double[cells()];
    double stepSeconds = Double.NEGATIVE_INFINITY;
    for (int j = 1; j < cells(); j++) {
      stepSeconds = steps[j - 1] ? cuts[j - 1] : stepSeconds;
      double q = walk.after(cuts[j - 1] - stepSeconds);
      variances[j] = q * 0.5 * (lengthSeconds(j - 1) + lengthSeconds(j));
    }
    return fit(withFreeSteps(variances));
  }

  /** The variances of the steps into each cell, with those at boundaries made free. */
  double[] withFreeSteps(double[] stepVariances) {
    double[] free = stepVariances.clone();
    for (int j = 1; j < free.length; j++) {
      free[j] += steps[j] ? LagState.UNKNOWN : 0;
    }
    return free;
  }

  /** A fit's power, in the middle of the cells. */
  PowerEstimate estimate(WindowFit fit) {
    int n = cells();
    double[] seconds = new double[n];
    double[] variances = new double[n];
    for (int j = 0; j < n; j++) {
      seconds[j] = cuts[j] + 0.5 * lengthSeconds(j);
      variances[j] = fit.variance(j);
    }
    return new PowerEstimate(seconds, fit.power(), variances);
  }

  /** A fit's power in the cells that hold these times, ascending. */
  PowerEstimate estimateAt(WindowFit fit, double[] seconds) {
    double[] watts = new double[seconds.length];
    double[] variances = new double[seconds.length];
    double[] ofCells = fit.variances();
    int cell = 0;
    for (int i = 0; i < seconds.length; i++) {
      while (cell + 1 < cells() && cuts[cell + 1] <= seconds[i]) {
        cell++;
      }
      watts[i] = fit.power()[cell];
      variances[i] = Math.max(0, ofCells[cell]);
    }
    return new PowerEstimate(seconds, watts, variances);
  }

  /** Normal equations for given variances of the step into each cell from the one before. */
  WindowFit fit(double[] stepVariances) {
    int n = cells();
    var matrix = new BandedCholesky(n, width);
    double[] right = new double[n];
    double logVariances = 0;
    for (int j = 1; j < n; j++) {
      double weight = 1 / stepVariances[j];
      matrix.add(j, j, weight);
      matrix.add(j - 1, j - 1, weight);
      matrix.add(j, j - 1, -weight);
      logVariances += StrictMath.log(stepVariances[j]);
    }
    double squares = 0;
    for (int i = 0; i < stretch.nodes(); i++) {
      if (stretch.isSample(i)) {
        double weight = 1 / stretch.variances()[i];
        double watts = stretch.watts()[i];
        squares += weight * watts * watts;
        logVariances -= StrictMath.log(weight);
        addSample(matrix, right, i, watts, weight);
      }
    }
    double logDeterminant = matrix.factorise();
    double[] power = right.clone();
    if (!Double.isNaN(logDeterminant)) {
      matrix.solve(power);
    }
    for (int j = 0; j < n; j++) {
      squares -= power[j] * right[j];
    }
    return new WindowFit(this, matrix, power, -0.5 * (logVariances + logDeterminant + squares));
  }

  private void addSample(
      BandedCholesky matrix, double[] right, int node, double watts, double weight) {
    double seen = cuts[lastCell[node] + 1] - cuts[firstCell[node]];
    for (int j = firstCell[node]; j <= lastCell[node]; j++) {
      double share = lengthSeconds(j) / seen;
      right[j] += weight * share * watts;
      for (int k = firstCell[node]; k <= j; k++) {
        matrix.add(j, k, weight * share * lengthSeconds(k) / seen);
      }
    }
  }

  private static double[] cuts(Stretch stretch, double windowSeconds) {
    double[] all = new double[2 * stretch.nodes()];
    int n = 0;
    for (int i = 0; i < stretch.nodes(); i++) {
      all[n++] = stretch.seconds()[i];
      if (stretch.isSample(i)) {
        all[n++] = stretch.seconds()[i] - windowSeconds;
      }
    }
    Arrays.sort(all, 0, n);
    int kept = 0;
    for (int i = 0; i < n; i++) {
      if (kept == 0 || all[i] - all[kept - 1] > SAME_SECONDS) {
        all[kept++] = all[i];
      }
    }
    return Arrays.copyOf(all, kept);
  }
}
