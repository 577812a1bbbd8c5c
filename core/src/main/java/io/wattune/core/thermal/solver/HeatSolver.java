package io.wattune.core.thermal.solver;

/** Solves with one matrix, as often as wanted. */
public interface HeatSolver {
  /**
   * Solves.
   *
   * @param right right-hand side
   * @param x the guess to begin with; afterwards the solution
   * @param tolerance by how many kelvin the estimated error of a node may be off, where the
   *     solution is found by iterating
   * @return whether the matrix is positive definite; where it is not, x is of no use
   */
  boolean solve(double[] right, double[] x, double tolerance);
}
