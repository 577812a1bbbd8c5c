package io.wattune.core.estimate;

/** Power in the cells of {@link WindowCells}, solved for. */
final class WindowFit {
  private final WindowCells cells;
  private final BandedCholesky matrix;
  private final double[] power;
  private final double logLikelihood;

  WindowFit(WindowCells cells, BandedCholesky matrix, double[] power, double logLikelihood) {
    this.cells = cells;
    this.matrix = matrix;
    this.power = power;
    this.logLikelihood = logLikelihood;
  }

  /** Power in each cell. */
  double[] power() {
    return power;
  }

  double logLikelihood() {
    return logLikelihood;
  }

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
