package io.wattune.core.thermal.solver;

import io.wattune.core.algebra.Cholesky;

/** A network of few nodes, any of which may touch any other. */
public final class DenseNetwork implements HeatNetwork {
  /** A factor of so many nodes takes 130 MB and some seconds. */
  public static final int MOST_NODES = 4100;

  private final double[][] between;
  private final double[] toAir;
  private final double[] capacities;

  /** Nodes without any conductance yet. */
  public DenseNetwork(int size) {
    if (size < 1 || size > MOST_NODES) {
      throw new IllegalArgumentException(
          "a network of single nodes has 1 to " + MOST_NODES + " of them, not " + size);
    }
    between = new double[size][size];
    toAir = new double[size];
    capacities = new double[size];
  }

  /** Adds a conductance between two nodes, W/K. */
  public void connect(int one, int other, double conductance) {
    if (one == other || !(conductance >= 0)) {
      throw new IllegalArgumentException("not a conductance: " + conductance);
    }
    between[one][other] += conductance;
    between[other][one] += conductance;
  }

  /** Adds a conductance to the air, W/K. */
  public void connectToAir(int node, double conductance) {
    toAir[node] += conductance;
  }

  /** Adds a capacity, J/K. */
  public void addCapacity(int node, double joulesPerKelvin) {
    capacities[node] += joulesPerKelvin;
  }

  @Override
  public int size() {
    return toAir.length;
  }

  @Override
  public double[] capacities() {
    return capacities.clone();
  }

  @Override
  public void flow(double[] rise, double[] out) {
    for (int i = 0; i < toAir.length; i++) {
      double watts = toAir[i] * rise[i];
      double[] row = between[i];
      for (int j = 0; j < row.length; j++) {
        watts += row[j] * (rise[i] - rise[j]);
      }
      out[i] = watts;
    }
  }

  @Override
  public void flowToAir(double[] rise, double[] out) {
    for (int i = 0; i < toAir.length; i++) {
      out[i] = toAir[i] * rise[i];
    }
  }

  /** {@code scale G + diag(added)}. */
  double[][] matrix(double scale, double[] added, int from) {
    int n = toAir.length;
    double[][] matrix = new double[n][n];
    for (int i = 0; i < n; i++) {
      double sum = toAir[i];
      for (int j = 0; j < n; j++) {
        sum += between[i][j];
        matrix[i][j] = -scale * between[i][j];
      }
      matrix[i][i] = scale * sum + added[from + i];
    }
    return matrix;
  }

  @Override
  public HeatSolver solver(double scale, double[] added) {
    var factor = new Cholesky(matrix(scale, added, 0));
    boolean isPositive = !Double.isNaN(factor.factorise());
    return (right, x, tolerance) -> {
      System.arraycopy(right, 0, x, 0, x.length);
      factor.solve(x);
      return isPositive;
    };
  }
}
