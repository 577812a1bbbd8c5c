package io.wattune.core.thermal.solver;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Temperatures over time: {@code C dT/dt = p + l(T) - G T}, by ROS2 (Verwer, Spee, Blom and
 * Hundsdorfer 1999): with {@code F(T) = p + l(T) - G T}, {@code A = C + g h (G - l'(T))}, {@code g
 * = 1 - 1/sqrt(2)},
 *
 * <pre>A k1 = F(T), A k2 = F(T + h k1) - 2 C k1, T' = T + h (3 k1 + k2)/2</pre>
 *
 * <p>L-stable, of second order. {@code h (k1 + k2)/2} is the difference to the Euler step inside it
 * and bounds the error of a step; the step is halved where it is above the tolerance and doubled
 * where it is far below. Kelvin and seconds; the sum of errors stays near the tolerance, since heat
 * forgets. Test: {@code TransientTest}.
 */
public final class Transient {
  /** Kelvin by which a step may be off. HotSpot's is 0.01. */
  public static final double TOLERANCE = 2e-3;

  private static final double GAMMA = 1 - Math.sqrt(0.5);

  /** A doubled step makes four times the error; half of that is to spare. */
  private static final double DOUBLE_BELOW = 0.1;

  /** Solutions add a fiftieth of what a step may be off. */
  private static final double SOLVED = 0.02;

  /** Of an interval: no package is so fast, but leakage that grows without end is. */
  private static final double SHORTEST = 1e-13;

  /** Silicon has lost its use long before. */
  private static final double MOST_RISE = 700;

  private final HeatNetwork network;
  private final @Nullable Leakage leakage;
  private final double tolerance;
  private final double[] capacities;
  private final double[] rise;
  private final double[] force;
  private final double[] k1;
  private final double[] k2;
  private final double[] next;
  private final double[] work;
  private double step = Double.POSITIVE_INFINITY;
  private double preparedFor;
  private @Nullable HeatSolver prepared;
  private long steps;

  /**
   * Begins.
   *
   * @param network the network
   * @param leakage null where there is none
   * @param start rises in kelvin at the start
   * @param tolerance kelvin by which a step may be off
   */
  public Transient(
      HeatNetwork network, @Nullable Leakage leakage, double[] start, double tolerance) {
    this.network = network;
    this.leakage = leakage;
    this.tolerance = tolerance;
    int n = network.size();
    capacities = network.capacities();
    rise = Arrays.copyOf(start, n);
    force = new double[n];
    k1 = new double[n];
    k2 = new double[n];
    next = new double[n];
    work = new double[n];
  }

  /** Rises now, kelvin. */
  public double[] rise() {
    return rise.clone();
  }

  /** Steps that were taken. */
  public long steps() {
    return steps;
  }

  /**
   * Goes on by some seconds of constant power.
   *
   * @throws ThermalRunawayException temperatures leave every bound
   */
  public void advance(double[] watts, double seconds) {
    double left = seconds;
    while (left > 0) {
      // Equal steps to the end, so that the matrix is prepared once.
      double pieces = Math.ceil(left / Math.min(step, left) * (1 - 1e-9));
      double h = left / Math.max(1, pieces);
      double error = attempt(watts, h);
      if (!(error <= tolerance)) {
        step = h / 2;
        if (step < SHORTEST * seconds) {
          throw new ThermalRunawayException(
              "thermal runaway: temperatures rise without end within " + seconds + " s");
        }
        continue;
      }
      System.arraycopy(next, 0, rise, 0, rise.length);
      steps++;
      left = pieces <= 1 ? 0 : left - h;
      if (error < DOUBLE_BELOW * tolerance) {
        step = Math.max(step, 2 * h);
      }
    }
  }

  /** A step into {@code next}; its error in kelvin. */
  private double attempt(double[] watts, double h) {
    HeatSolver solver = prepare(h);
    double accuracy = tolerance * SOLVED / h;
    force(watts, rise);
    if (!solver.solve(force, k1, accuracy)) {
      return Double.POSITIVE_INFINITY;
    }
    for (int i = 0; i < rise.length; i++) {
      next[i] = rise[i] + h * k1[i];
    }
    force(watts, next);
    for (int i = 0; i < rise.length; i++) {
      force[i] -= 2 * capacities[i] * k1[i];
      k2[i] = -k1[i];
    }
    if (!solver.solve(force, k2, accuracy)) {
      return Double.POSITIVE_INFINITY;
    }
    double most = 0;
    for (int i = 0; i < rise.length; i++) {
      next[i] = rise[i] + h * (1.5 * k1[i] + 0.5 * k2[i]);
      double error = Math.abs(0.5 * h * (k1[i] + k2[i]));
      most = error <= most ? most : error;
      if (!(next[i] < MOST_RISE)) {
        return Double.POSITIVE_INFINITY;
      }
    }
    return most;
  }

  private void force(double[] watts, double[] at) {
    network.flow(at, work);
    for (int i = 0; i < at.length; i++) {
      force[i] = watts[i] - work[i];
    }
    if (leakage != null) {
      leakage.addWatts(at, force);
    }
  }

  /** Without leakage the matrix depends on the step alone. */
  private HeatSolver prepare(double h) {
    HeatSolver ready = prepared;
    if (ready != null && leakage == null && Math.abs(h - preparedFor) <= 1e-12 * h) {
      return ready;
    }
    double[] added = capacities.clone();
    if (leakage != null) {
      leakage.addSlope(rise, -GAMMA * h, added);
    }
    HeatSolver fresh = network.solver(GAMMA * h, added);
    prepared = fresh;
    preparedFor = h;
    return fresh;
  }
}
