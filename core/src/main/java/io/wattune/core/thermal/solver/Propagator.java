package io.wattune.core.thermal.solver;

import java.util.List;

/**
 * A network in steps of one length under power that is constant within each: {@code x' = s + F (x -
 * s)}, s where it would settle, {@code F = exp(-C^-1 G h)}, exact for any step. F by scaling and
 * squaring of a Taylor series of the symmetric {@code C^-1/2 G C^-1/2} (Moler and Van Loan 2003,
 * method 3). For small networks that are stepped often. Kelvin; rounding is below 1e-9 of a rise.
 * Without leakage. Test: {@code PropagatorTest}.
 */
public final class Propagator {
  private static final int TERMS = 14;

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
    double[][] scaled = new double[n][n];
    double[] unit = new double[n];
    double[] column = new double[n];
    double norm = 0;
    for (int j = 0; j < n; j++) {
      unit[j] = 1;
      network.flow(unit, column);
      unit[j] = 0;
      double sum = 0;
      for (int i = 0; i < n; i++) {
        scaled[i][j] = -seconds * column[i] / (root[i] * root[j]);
        sum += Math.abs(scaled[i][j]);
      }
      norm = Math.max(norm, sum);
    }
    int squarings = Math.max(0, (int) Math.ceil(StrictMath.log(2 * norm) / StrictMath.log(2)));
    double part = Math.scalb(1.0, -squarings);
    double[][] power = exponential(scaled, part);
    for (int k = 0; k < squarings; k++) {
      power = times(power, power);
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        power[i][j] *= root[j] / root[i];
      }
    }
    decay = power;
    settled = new double[n][sources.size()];
    for (int s = 0; s < sources.size(); s++) {
      double[] rise = SteadyState.of(network, sources.get(s), null);
      for (int i = 0; i < n; i++) {
        settled[i][s] = rise[i];
      }
    }
  }

  private static double[][] exponential(double[][] matrix, double part) {
    int n = matrix.length;
    double[][] sum = new double[n][n];
    for (int i = 0; i < n; i++) {
      sum[i][i] = 1;
    }
    for (int k = TERMS; k >= 1; k--) {
      double[][] next = times(matrix, sum);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          sum[i][j] = next[i][j] * part / k + (i == j ? 1 : 0);
        }
      }
    }
    return sum;
  }

  private static double[][] times(double[][] a, double[][] b) {
    int n = a.length;
    double[][] product = new double[n][n];
    for (int i = 0; i < n; i++) {
      double[] out = product[i];
      for (int k = 0; k < n; k++) {
        double factor = a[i][k];
        double[] row = b[k];
        for (int j = 0; j < n; j++) {
          out[j] += factor * row[j];
        }
      }
    }
    return product;
  }

  /** Nodes. */
  public int size() {
    return decay.length;
  }

  /** Where a node settles under these watts of the sources: kelvin above the air. */
  public double settled(int node, double[] watts) {
    double sum = 0;
    double[] row = settled[node];
    for (int s = 0; s < row.length; s++) {
      sum += row[s] * watts[s];
    }
    return sum;
  }

  /** Where all nodes settle. */
  public double[] settled(double[] watts) {
    double[] rise = new double[size()];
    for (int i = 0; i < rise.length; i++) {
      rise[i] = settled(i, watts);
    }
    return rise;
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
