package io.wattune.core.thermal.solver;

import static io.wattune.core.algebra.Products.times;

import java.util.List;

/**
 * A network in steps of one length under power that is constant within each: {@code x' = s + F (x -
 * s)}, s where it would settle, {@code F = exp(-C^-1 G h)}, exact for any step. F by the modes of
 * the symmetric {@code C^-1/2 G C^-1/2 h}: {@code x = C^-1/2 Q y}, and each y falls by its own
 * factor. Who steps often keeps y, for which a step costs one multiplication a node. Kelvin;
 * rounding is below 1e-9 of a rise. Without leakage. Test: {@code PropagatorTest}.
 */
public final class Propagator {
  private final double[] factors;
  private final double[][] toMode;
  private final double[][] toNode;
  private final double[][] decay;
  private final double[][] settled;

  /**
   * Prepares.
   *
   * @param network small; each node has a capacity
   * @param seconds length of a step
   * @param sources watts of nodes for a watt of each source
   */
  public Propagator(HeatNetwork network, double seconds, List<double[]> sources) {
    int n = network.size();
    if (n > 2000) {
      throw new IllegalArgumentException("a network of " + n + " nodes is too large for steps");
    }
    double[] root = network.capacities();
    for (int i = 0; i < n; i++) {
      if (!(root[i] > 0)) {
        throw new IllegalArgumentException("node " + i + " has no heat capacity");
      }
      root[i] = Math.sqrt(root[i]);
    }
    var modes = new SymmetricModes(scaled(network, seconds, root));
    double[] values = modes.values();
    factors = new double[n];
    toMode = new double[n][];
    toNode = new double[n][n];
    for (int k = 0; k < n; k++) {
      factors[k] = StrictMath.exp(-values[k]);
      toMode[k] = modes.vector(k);
      for (int i = 0; i < n; i++) {
        toNode[i][k] = toMode[k][i] / root[i];
        toMode[k][i] *= root[i];
      }
    }
    decay = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        double part = toNode[i][k] * factors[k];
        for (int j = 0; j < n; j++) {
          decay[i][j] += part * toMode[k][j];
        }
      }
    }
    settled = settled(network, sources);
  }

  /** {@code C^-1/2 G C^-1/2 h}. */
  private static double[][] scaled(HeatNetwork network, double seconds, double[] root) {
    int n = root.length;
    double[][] scaled = new double[n][n];
    double[] unit = new double[n];
    double[] column = new double[n];
    for (int j = 0; j < n; j++) {
      unit[j] = 1;
      network.flow(unit, column);
      unit[j] = 0;
      for (int i = 0; i < n; i++) {
        scaled[i][j] = seconds * column[i] / (root[i] * root[j]);
      }
    }
    return scaled;
  }

  private static double[][] settled(HeatNetwork network, List<double[]> sources) {
    int n = network.size();
    HeatSolver solver = network.solver(1, new double[n]);
    double[][] settled = new double[n][sources.size()];
    double[] rise = new double[n];
    for (int s = 0; s < sources.size(); s++) {
      if (!solver.solve(sources.get(s), rise, SteadyState.TOLERANCE)) {
        throw new IllegalArgumentException("a part of the network has no way to the air");
      }
      for (int i = 0; i < n; i++) {
        settled[i][s] = rise[i];
      }
    }
    return settled;
  }

  /** Nodes. */
  public int size() {
    return decay.length;
  }

  /** Where all nodes settle under these watts of the sources: kelvin above the air. */
  public double[] settled(double[] watts) {
    return times(settled, size(), watts);
  }

  /** The modes of these rises: {@code y = Q' C^1/2 x}, in K (J/K)^1/2, one for each node. */
  public double[] modes(double[] rise) {
    return times(toMode, size(), rise);
  }

  /**
   * Modes a step later, in place; the same step as {@link #next} of rises.
   *
   * @param goal the modes of where the network would settle
   */
  public void step(double[] modes, double[] goal) {
    for (int k = 0; k < modes.length; k++) {
      modes[k] = goal[k] + factors[k] * (modes[k] - goal[k]);
    }
  }

  /**
   * Rises of these modes, in kelvin: {@code x = C^-1/2 Q y}.
   *
   * @param nodes how many nodes from the first
   */
  public double[] rises(double[] modes, int nodes) {
    return times(toNode, nodes, modes);
  }

  /** Rises a step later. */
  public double[] next(double[] rise, double[] watts) {
    double[] goal = settled(watts);
    double[] out = new double[rise.length];
    for (int i = 0; i < out.length; i++) {
      double sum = goal[i];
      double[] row = decay[i];
      for (int j = 0; j < row.length; j++) {
        sum += row[j] * (rise[j] - goal[j]);
      }
      out[i] = sum;
    }
    return out;
  }

  /**
   * What a step makes of a watt of each source at the first nodes: {@code (1 - F) s}, so that
   * {@code x' = F x + B p}.
   *
   * @param nodes how many nodes from the first
   */
  public double[][] gains(int nodes) {
    int sources = settled[0].length;
    double[][] gains = new double[nodes][sources];
    for (int i = 0; i < nodes; i++) {
      for (int s = 0; s < sources; s++) {
        double sum = settled[i][s];
        for (int j = 0; j < size(); j++) {
          sum -= decay[i][j] * settled[j][s];
        }
        gains[i][s] = sum;
      }
    }
    return gains;
  }
}
