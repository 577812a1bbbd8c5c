package io.wattune.core.thermal.solver;

/** Nodes with heat capacities, and conductances between them and to the air. */
public interface HeatNetwork {
  /** Nodes. */
  int size();

  /** J/K of each node; 0 is allowed. */
  double[] capacities();

  /** Watts that leave each node: {@code out = G rise}. */
  void flow(double[] rise, double[] out);

  /** Watts that leave each node for the air. */
  void flowToAir(double[] rise, double[] out);

  /**
   * Prepares to solve with {@code scale G + diag(added)}.
   *
   * @param scale above 0
   * @param added W/K of each node, may be below 0
   */
  HeatSolver solver(double scale, double[] added);
}
