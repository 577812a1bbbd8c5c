package io.wattune.core.estimate;

import io.wattune.core.algebra.BandedCholesky;

/**
 * Power in the cells of {@link WindowCells}, solved for.
 *
 * @param matrix the normal matrix, factorised
 * @param power in each cell
 */
@SuppressWarnings("ArrayRecordComponent") // Owned, never compared.
record WindowFit(WindowCells cells, BandedCholesky matrix, double[] power, double logLikelihood) {

  /** Energy between two cuts, with the variance that the normal matrix gives it. */
  EnergyFit energy(double from, double to) {
    double[] lengths = new double[cells.cells()];
    int end = cells.cutAt(to);
    double joules = 0;
    for (int j = cells.cutAt(from); j < end; j++) {
      lengths[j] = cells.lengthSeconds(j);
      joules += lengths[j] * power[j];
    }
    double[] solved = lengths.clone();
    matrix.solve(solved);
    double variance = 0;
    for (int j = 0; j < solved.length; j++) {
      variance += lengths[j] * solved[j];
    }
    return new EnergyFit(joules, Math.max(0, variance), logLikelihood);
  }

  /** Variance of the power in one cell. */
  double variance(int cell) {
    double[] unit = new double[cells.cells()];
    unit[cell] = 1;
    matrix.solve(unit);
    return Math.max(0, unit[cell]);
  }

  /** Variances of the power in all cells, at the price of a few. */
  double[] variances() {
    return matrix.inverseDiagonal();
  }
}
