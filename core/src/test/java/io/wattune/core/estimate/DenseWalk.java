package io.wattune.core.estimate;

/**
 * The second method: energy given the readings of a first-order sensor, by conditioning one dense
 * Gaussian. Power is an unknown level, unknown steps at boundaries and a random walk; readings and
 * energy are integrals of it, so all covariances are integrals of products of two weights.
 */
public final class DenseWalk {
  private static final double[] NODES = {
    -0.9602898564975363, -0.7966664774136267, -0.5255324099163290, -0.1834346424956498,
    0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363
  };
  private static final double[] WEIGHTS = {
    0.1012285362903763, 0.2223810344533745, 0.3137066458778873, 0.3626837833783620,
    0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763
  };

  private final Stretch stretch;
  private final double c;
  private final double q;
  private final double unknown;

  DenseWalk(Stretch stretch, double c, double q, double unknown) {
    this.unknown = unknown;
    this.stretch = stretch;
    this.c = c;
    this.q = q;
  }

  /** What is asked for of the power: a weight of each earlier change of power. */
  interface Weight {
    double at(double changeSeconds);
  }

  /** Mean and variance of the energy between two times. */
  double[] energy(double from, double to) {
    return posterior(u -> Math.max(0, to - Math.max(u, from)), 0);
  }

  /** Mean and variance of the power right before a time, boundaries at it left out. */
  double[] power(double seconds) {
    return posterior(u -> u < seconds ? 1 : 0, 0);
  }

  private double[] posterior(Weight asked, double askedOfReading) {
    int n = 0;
    for (int i = 0; i < stretch.nodes(); i++) {
      n += stretch.isSample(i) ? 1 : 0;
    }
    Weight[] weights = new Weight[n];
    double[] ofReading = new double[n];
    double[] y = new double[n];
    double[] r = new double[n];
    double start = stretch.seconds()[0];
    int k = 0;
    for (int i = 0; i < stretch.nodes(); i++) {
      if (stretch.isSample(i)) {
        double at = stretch.seconds()[i];
        weights[k] = u -> u < at ? -Math.expm1(-(at - u) / c) : 0;
        ofReading[k] = Math.exp(-(at - start) / c);
        y[k] = stretch.watts()[i];
        r[k++] = stretch.variances()[i];
      }
    }
    double[][] m = new double[n][n];
    double[] cross = new double[n];
    for (int i = 0; i < n; i++) {
      cross[i] = covariance(asked, askedOfReading, weights[i], ofReading[i]);
      for (int j = 0; j < n; j++) {
        m[i][j] = covariance(weights[i], ofReading[i], weights[j], ofReading[j]);
      }
      m[i][i] += r[i];
    }
    double[] solvedY = solve(m, y);
    double[] solvedCross = solve(m, cross);
    double mean = 0;
    double variance = covariance(asked, askedOfReading, asked, askedOfReading);
    for (int i = 0; i < n; i++) {
      mean += cross[i] * solvedY[i];
      variance -= cross[i] * solvedCross[i];
    }
    return new double[] {mean, variance};
  }

  private double covariance(Weight a, double aReading, Weight b, double bReading) {
    double start = stretch.seconds()[0];
    double sum = unknown * (a.at(start) * b.at(start) + aReading * bReading);
    for (int i = 0; i < stretch.nodes(); i++) {
      double at = stretch.seconds()[i];
      sum += stretch.steps()[i] ? unknown * a.at(at) * b.at(at) : 0;
      if (i > 0) {
        double half = 0.5 * (at - stretch.seconds()[i - 1]);
        for (int g = 0; g < NODES.length; g++) {
          double u = at - half + half * NODES[g];
          sum += q * half * WEIGHTS[g] * a.at(u) * b.at(u);
        }
      }
    }
    return sum;
  }

  /** Gauss with the largest pivot. */
  public static double[] solve(double[][] matrix, double[] right) {
    int n = right.length;
    double[][] m = new double[n][];
    for (int i = 0; i < n; i++) {
      m[i] = java.util.Arrays.copyOf(matrix[i], n + 1);
      m[i][n] = right[i];
    }
    for (int i = 0; i < n; i++) {
      int pivot = i;
      for (int j = i + 1; j < n; j++) {
        pivot = Math.abs(m[j][i]) > Math.abs(m[pivot][i]) ? j : pivot;
      }
      double[] swap = m[i];
      m[i] = m[pivot];
      m[pivot] = swap;
      for (int j = i + 1; j < n; j++) {
        double factor = m[j][i] / m[i][i];
        for (int k = i; k <= n; k++) {
          m[j][k] -= factor * m[i][k];
        }
      }
    }
    double[] x = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      double sum = m[i][n];
      for (int k = i + 1; k < n; k++) {
        sum -= m[i][k] * x[k];
      }
      x[i] = sum / m[i][i];
    }
    return x;
  }
}
