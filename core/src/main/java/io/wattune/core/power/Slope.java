package io.wattune.core.power;

/**
 * Slope of a series at the middle one of three points, second order also where the two steps
 * differ.
 *
 * <p>{@code dy/dt = a y+ + b y0 + c y-} with {@code a = h1 / (h2 (h1 + h2))}, {@code c = -h2 / (h1
 * (h1 + h2))}, {@code b = -a - c} for steps {@code h1} before and {@code h2} after. For equal steps
 * this is the symmetric difference of Burtscher et al. (2014, section 4, step 3), {@code (y+ - y-)
 * / (t+ - t-)}; for unequal ones theirs is first order only. Exact for parabolas; otherwise the
 * error is {@code h1 h2 / 6 max|y'''|}. Test: {@code SlopeTest}.
 */
final class Slope {
  private Slope() {}

  /** Weight of the point after. */
  static double after(double h1, double h2) {
    return h1 / (h2 * (h1 + h2));
  }

  /** Weight of the point before. */
  static double before(double h1, double h2) {
    return -h2 / (h1 * (h1 + h2));
  }
}
