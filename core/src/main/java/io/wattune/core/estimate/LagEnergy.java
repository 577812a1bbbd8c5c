package io.wattune.core.estimate;

/**
 * Energy between two boundaries of a stretch, for a first-order sensor and for one without memory.
 *
 * <p>The energy is a state of the Kalman filter that counts between the two times only: after the
 * last sample its mean and variance are those given all samples, without a second pass. Tests:
 * {@code KnownBoundaryFitTest}.
 */
final class LagEnergy {
  private LagEnergy() {}

  /**
   * Fits.
   *
   * @param stretch samples and boundaries; both times are nodes of it
   * @param c time constant
   * @param walk how power walks
   */
  static EnergyFit fit(Stretch stretch, double c, RandomWalk walk, double from, double to) {
    return fit(stretch, c, walk, from, to, LagState.UNKNOWN);
  }

  /** The same with another variance of what nothing is known of. */
  static EnergyFit fit(
      Stretch stretch, double c, RandomWalk walk, double from, double to, double unknown) {
    var state = new LagState(unknown);
    state.forget();
    double[] seconds = stretch.seconds();
    double logLikelihood = 0;
    double stepSeconds = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < seconds.length; i++) {
      if (i > 0) {
        boolean counted = seconds[i - 1] >= from && seconds[i] <= to;
        double q = walk.after(seconds[i - 1] - stepSeconds);
        state.advance(seconds[i] - seconds[i - 1], c, q, counted);
      }
      if (stretch.isSample(i)) {
        logLikelihood += state.observe(stretch.watts()[i], stretch.variances()[i]);
      }
      if (stretch.steps()[i]) {
        state.step();
        stepSeconds = seconds[i];
      }
    }
    return new EnergyFit(state.energy, Math.max(0, state.ee), logLikelihood);
  }
}
