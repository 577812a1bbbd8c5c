package io.wattune.core.estimate;

/**
 * What is known of energy, power and reading of a first-order sensor at one time: means and
 * covariances of a Kalman filter. Mutable: advanced from node to node.
 *
 * <p>Power is a random walk, {@code dP = sqrt(q) dW}, the reading {@code y} follows {@code C dy/dt
 * = P - y} (Burtscher et al. 2014, section 4), energy {@code dE/dt = P} while it is counted. The
 * discretisation is exact at any spacing (the integrals of the noise in closed form), so irregular
 * samples need no approximation. {@code C = 0} is a sensor that shows power as it is. Units: J, W,
 * s; {@code q} in W^2/s. Tests: {@code KnownBoundaryFitTest}, {@code LagSmootherTest} (against a
 * dense solve).
 */
final class LagState {
  /**
   * Variance of what nothing is known of: no card's power is further than some kilowatts from
   * another level.
   */
  static final double UNKNOWN = 1e7;

  /** Below this h/C the closed forms cancel, and their series serve: error 1e-8 of the value. */
  private static final double SMALL = 1e-3;

  private final double unknown;

  double energy;
  double power;
  double reading;
  double ee;
  double ep;
  double ey;
  double pp;
  double py;
  double yy;

  /** Variance of the newest sample before it was taken. */
  double expectedVariance;

  LagState() {
    this(UNKNOWN);
  }

  /** A state with another variance of what nothing is known of. */
  LagState(double unknown) {
    this.unknown = unknown;
  }

  /** Forgets power and reading: nothing is said across a gap. */
  void forget() {
    power = 0;
    reading = 0;
    ep = 0;
    ey = 0;
    py = 0;
    pp = unknown;
    yy = unknown;
  }

  /** Power may step here. */
  void step() {
    pp += unknown;
  }

  /** Power may step here by as much as this variance says. */
  void step(double variance) {
    pp += variance;
  }

  /**
   * Moves on in time.
   *
   * @param h by how much
   * @param c the sensor's time constant; 0 for none
   * @param q variance of the walk of power, per second
   * @param counted whether the energy of this time counts
   */
  void advance(double h, double c, double q, boolean counted) {
    double x = c > 0 ? h / c : Double.POSITIVE_INFINITY;
    double b = -StrictMath.expm1(-x);
    double a = 1 - b;
    double g = counted ? h : 0;
    energy += g * power;
    reading = a * reading + b * power;
    double newEy = a * ey + b * ep + g * (a * py + b * pp);
    ee += 2 * g * ep + g * g * pp;
    ep += g * pp;
    ey = newEy;
    yy = a * a * yy + 2 * a * b * py + b * b * pp;
    py = a * py + b * pp;
    walk(h, c, q, x, a, b, counted);
  }

  private void walk(double h, double c, double q, double x, double a, double b, boolean counted) {
    pp += q * h;
    if (x < SMALL) {
      py += q * h * x / 2 * (1 - x / 3);
      yy += q * h * x * x / 3 * (1 - 0.75 * x);
    } else {
      py += q * (h - c * b);
      yy += q * (h - 2 * c * b + 0.5 * c * b * (1 + a));
    }
    if (counted) {
      ep += q * h * h / 2;
      ee += q * h * h * h / 3;
      ey +=
          x < SMALL ? q * h * h * x / 3 * (1 - 0.375 * x) : q * (h * h / 2 - c * c * b + c * h * a);
    }
  }

  /**
   * Moves power and reading on in time, without energy.
   *
   * @param x {@code h / c}
   * @param b {@code 1 - e^-x}, which is dear to find
   */
  void advancePower(double h, double c, double q, double x, double b) {
    double a = 1 - b;
    reading = a * reading + b * power;
    yy = a * a * yy + 2 * a * b * py + b * b * pp;
    py = a * py + b * pp;
    walk(h, c, q, x, a, b, false);
  }

  /**
   * Takes a sample.
   *
   * @return its contribution to the log-likelihood, constants left out
   */
  double observe(double watts, double variance) {
    double square = take(watts, variance);
    return -0.5 * (StrictMath.log(expectedVariance) + square);
  }

  /**
   * Takes a sample; what was expected of it is in {@link #expectedVariance} then.
   *
   * @return the square of how far it was from what was expected, over the variance of that
   */
  double take(double watts, double variance) {
    double s = yy + variance;
    double innovation = watts - reading;
    double kept = variance / s;
    energy += ey / s * innovation;
    power += py / s * innovation;
    reading += yy / s * innovation;
    ee -= ey * ey / s;
    ep -= ey * py / s;
    pp -= py * py / s;
    ey *= kept;
    py *= kept;
    yy *= kept;
    expectedVariance = s;
    return innovation * innovation / s;
  }
}
