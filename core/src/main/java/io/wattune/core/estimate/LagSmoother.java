package io.wattune.core.estimate;

/**
 * Power at the nodes of a stretch for a first-order sensor: the Kalman filter, which knows the
 * samples up to each node, and the smoother of Rauch, Tung and Striebel, which knows them all.
 *
 * <p>The backward pass is Bryson and Frazier's form of it: {@code x_s = x - P l}, {@code P_s = P -
 * P L P} with the adjoint {@code l} and its information {@code L} carried back through samples and
 * transitions. It inverts no matrix, so that steps of unknown size cost no digits, and an unknown
 * step needs no case of its own. Units: W, s. Tests: {@code LagSmootherTest} (against a dense
 * solve, and the noise amplification in closed form).
 */
final class LagSmoother {
  private final Stretch stretch;
  private final double[] decay;
  private final double[] power;
  private final double[] reading;
  private final double[] pp;
  private final double[] py;
  private final double[] yy;
  private final double[] innovation;
  private final double[] innovationVariance;
  private double logLikelihood;

  private LagSmoother(Stretch stretch) {
    int n = stretch.nodes();
    this.stretch = stretch;
    decay = new double[n];
    power = new double[n];
    reading = new double[n];
    pp = new double[n];
    py = new double[n];
    yy = new double[n];
    innovation = new double[n];
    innovationVariance = new double[n];
  }

  /**
   * Runs the filter over a stretch.
   *
   * @param c time constant; 0 for a sensor without memory
   * @param walk how power walks
   */
  static LagSmoother of(Stretch stretch, double c, RandomWalk walk) {
    return of(stretch, c, walk, new double[stretch.nodes()], LagState.UNKNOWN);
  }

  /** The same with a step of given variance at each node besides. */
  static LagSmoother of(Stretch stretch, double c, RandomWalk walk, double[] stepVariances) {
    return of(stretch, c, walk, stepVariances, LagState.UNKNOWN);
  }

  /** The same with another variance of what nothing is known of. */
  static LagSmoother of(
      Stretch stretch, double c, RandomWalk walk, double[] stepVariances, double unknown) {
    var run = new LagSmoother(stretch);
    var state = new LagState(unknown);
    state.forget();
    double stepSeconds = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < stretch.nodes(); i++) {
      if (i > 0) {
        double before = stretch.seconds()[i - 1];
        double h = stretch.seconds()[i] - before;
        state.advance(h, c, walk.after(before - stepSeconds), false);
        run.decay[i] = c > 0 ? StrictMath.exp(-h / c) : 0;
      }
      run.take(i, state);
      if (stretch.steps()[i]) {
        state.step();
        stepSeconds = stretch.seconds()[i];
      }
      state.step(stepVariances[i]);
    }
    return run;
  }

  /** Keeps the state before the sample of a node, then lets it take the sample. */
  private void take(int i, LagState state) {
    power[i] = state.power;
    reading[i] = state.reading;
    pp[i] = state.pp;
    py[i] = state.py;
    yy[i] = state.yy;
    if (stretch.isSample(i)) {
      innovation[i] = stretch.watts()[i] - state.reading;
      innovationVariance[i] = state.yy + stretch.variances()[i];
      logLikelihood += state.observe(stretch.watts()[i], stretch.variances()[i]);
    }
  }

  /** Log-likelihood of the samples, up to a constant of the stretch. */
  double logLikelihood() {
    return logLikelihood;
  }

  /** What is known at each node of the samples up to it. */
  PowerEstimate filtered() {
    int n = stretch.nodes();
    double[] watts = new double[n];
    double[] variances = new double[n];
    for (int i = 0; i < n; i++) {
      double s = innovationVariance[i];
      boolean isSample = stretch.isSample(i);
      watts[i] = power[i] + (isSample ? py[i] / s * innovation[i] : 0);
      variances[i] = Math.max(0, pp[i] - (isSample ? py[i] * py[i] / s : 0));
    }
    return new PowerEstimate(stretch.seconds(), watts, variances);
  }

  /** What is known at each node of all samples. At a step: the power before it. */
  PowerEstimate smoothed() {
    int n = stretch.nodes();
    double[] watts = new double[n];
    double[] variances = new double[n];
    double lp = 0;
    double ly = 0;
    double ipp = 0;
    double ipy = 0;
    double iyy = 0;
    for (int i = n - 1; i >= 0; i--) {
      if (stretch.isSample(i)) {
        // Through the sample: l becomes (I - K H)' l - H' v / S, and L likewise.
        double s = innovationVariance[i];
        double kp = py[i] / s;
        double kept = 1 - yy[i] / s;
        double down = kept * ly - kp * lp - innovation[i] / s;
        double cross = kept * ipy - kp * ipp;
        iyy = kept * kept * iyy - 2 * kept * kp * ipy + kp * kp * ipp + 1 / s;
        ipy = cross;
        ly = down;
      }
      watts[i] = power[i] - (pp[i] * lp + py[i] * ly);
      double taken = pp[i] * pp[i] * ipp + 2 * pp[i] * py[i] * ipy + py[i] * py[i] * iyy;
      variances[i] = Math.max(0, pp[i] - taken);
      // Back through the transition: power stays, the reading becomes a y + b p.
      double a = decay[i];
      double b = 1 - a;
      lp += b * ly;
      ly *= a;
      ipp += 2 * b * ipy + b * b * iyy;
      ipy = a * (ipy + b * iyy);
      iyy *= a * a;
    }
    return new PowerEstimate(stretch.seconds(), watts, variances);
  }
}
