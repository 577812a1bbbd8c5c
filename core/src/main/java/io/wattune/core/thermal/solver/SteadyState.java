package io.wattune.core.thermal.solver;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where temperatures settle: {@code G T = p + l(T)}. With leakage by Newton's method from below:
 * {@code (G - l'(T)) d = p + l(T) - G T}. As l is convex and G an M-matrix, the iterates rise to
 * the lowest solution, which is the stable one, and {@code G - l'} stays positive definite on the
 * way (Ortega and Rheinboldt 1970, 13.3); where it does not, there is no solution: runaway. Kelvin;
 * error some ten tolerances. Test: {@code SteadyStateTest}.
 */
public final class SteadyState {
  /** Kelvin by which a node may be off. */
  public static final double TOLERANCE = 1e-6;

  /** Newton's method doubles the digits each time; from 0 it needs about ten. */
  private static final int MOST_STEPS = 60;

  /** Silicon has lost its use long before. */
  private static final double MOST_RISE = 700;

  private SteadyState() {}

  /**
   * Solves.
   *
   * @param network the network
   * @param watts of each node
   * @param leakage null where there is none
   * @return rises in kelvin
   * @throws ThermalRunawayException there is no steady state
   */
  public static double[] of(HeatNetwork network, double[] watts, @Nullable Leakage leakage) {
    int n = network.size();
    double[] rise = new double[n];
    HeatSolver linear = network.solver(1, new double[n]);
    if (!linear.solve(watts, rise, TOLERANCE)) {
      throw new IllegalArgumentException("a part of the network has no way to the air");
    }
    if (leakage == null) {
      return rise;
    }
    double[] flow = new double[n];
    double[] step = new double[n];
    for (int i = 0; i < MOST_STEPS; i++) {
      network.flow(rise, flow);
      double[] missing = watts.clone();
      leakage.addWatts(rise, missing);
      for (int j = 0; j < n; j++) {
        missing[j] -= flow[j];
      }
      double[] slope = new double[n];
      leakage.addSlope(rise, -1, slope);
      Arrays.fill(step, 0);
      if (!network.solver(1, slope).solve(missing, step, TOLERANCE)) {
        throw runaway(rise);
      }
      double most = 0;
      for (int j = 0; j < n; j++) {
        rise[j] += step[j];
        most = Math.max(most, Math.abs(step[j]));
      }
      if (!(highest(rise) < MOST_RISE)) {
        throw runaway(rise);
      }
      if (most <= 10 * TOLERANCE) {
        return rise;
      }
    }
    throw runaway(rise);
  }

  private static ThermalRunawayException runaway(double[] rise) {
    return new ThermalRunawayException(
        "thermal runaway: leakage grows faster with temperature than the package carries heat away,"
            + " so there is no steady state (the last step that could be taken reached "
            + Math.round(highest(rise))
            + " K above the air). Less power, a lower -r_convec or -leakage_used 0 have one");
  }

  private static double highest(double[] rise) {
    double highest = 0;
    for (double value : rise) {
      highest = Double.isNaN(value) ? Double.POSITIVE_INFINITY : Math.max(highest, value);
    }
    return highest;
  }
}
