package io.wattune.core.estimate;

import io.wattune.core.sensor.SensorModel;

/**
 * Whether power steps where the activities of a {@link Pool} begin and end, and not elsewhere: what
 * must be asked of times that somebody only wants to know of.
 *
 * <p>The pool is fitted again with all starts, or all ends, a fifth and three fifths of the
 * shortest segment {@code L} earlier and later. Samples must be less likely with three fifths, by a
 * factor of 20 at least, and must not be more likely with a fifth than chance would have it. If
 * they are less likely by {@code m}, as a logarithm, with activities moved by {@code d}, then
 * starts (or ends) are known to {@code d / sqrt(2 m)}, the standard deviation of a normal
 * likelihood. Power steps there by no more than the activity's own, so that both together make its
 * energy {@code E} in a time {@code D} uncertain by {@code d / sqrt(m) E / D}. Units s, J. Test:
 * {@code RepeatedSpansTest}.
 */
public final class PooledSteps {
  private static final double FAR = 0.6;
  private static final double NEAR = 0.2;

  /** So much less likely, as a logarithm. */
  private static final double LEAST_MARGIN = StrictMath.log(20);

  /** Half a standard deviation from the likeliest, and it is chance. */
  private static final double CHANCE = 0.125;

  private PooledSteps() {}

  /**
   * By how much an activity's energy may be off since power need not step right at its ends, in
   * joules; infinity where the samples do not say that it does.
   *
   * @param fit what the pool says of the activity
   * @param segment the activity
   */
  public static double hiddenJoules(
      SensorModel model, double delayErrorSeconds, Pool pool, PooledFit fit, int segment) {
    double shortest = pool.shortestSeconds();
    var response = new PooledLevels.Response(model, pool, delayErrorSeconds);
    PooledSolver solver = response.solver(segment);
    double likely = solver.fit(fit.spread(), fit.restless()).logLikelihood();
    double far = Double.POSITIVE_INFINITY;
    double near = Double.POSITIVE_INFINITY;
    for (int sign = -1; sign <= 1; sign += 2) {
      for (int end = 0; end < 2; end++) {
        double by = sign * FAR * shortest;
        if (shortest > 0 && far >= LEAST_MARGIN) {
          far = Math.min(far, likely - moved(solver, model, pool, fit, by, end));
        }
      }
    }
    for (int sign = -1; sign <= 1; sign += 2) {
      for (int end = 0; end < 2; end++) {
        double by = sign * NEAR * shortest;
        if (shortest > 0 && far >= LEAST_MARGIN && near >= -CHANCE) {
          near = Math.min(near, likely - moved(solver, model, pool, fit, by, end));
        }
      }
    }
    if (!(shortest > 0 && far >= LEAST_MARGIN && near >= -CHANCE)) {
      return Double.POSITIVE_INFINITY;
    }
    double known =
        near >= LEAST_MARGIN ? NEAR / Math.sqrt(near) : Math.max(NEAR, FAR / Math.sqrt(far));
    return known * shortest * fit.joules() / pool.lengthSeconds(segment);
  }

  private static double moved(
      PooledSolver solver, SensorModel model, Pool pool, PooledFit fit, double by, int end) {
    Pool moved = pool.moved(end == 0 ? by : 0, end == 0 ? 0 : by);
    double[][] weights = new PooledLevels.Response(model, moved, 0).weights(0, 0);
    return solver.cut(moved, weights).fit(fit.spread(), fit.restless()).logLikelihood();
  }
}
