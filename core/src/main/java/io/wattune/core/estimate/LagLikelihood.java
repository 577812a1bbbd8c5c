package io.wattune.core.estimate;

/**
 * How likely a stretch of samples of a first-order sensor is, for one walk after the other. It is
 * that of {@link LagSmoother}; what does not depend on the walk is found once, and a logarithm is
 * taken of products of variances. Test: {@code LagSmootherTest}.
 */
final class LagLikelihood {
  /** A product of as many variances, none above 1e8 W^2 nor below 1e-6 W^2, is a number still. */
  private static final int FACTORS = 16;

  private final Stretch stretch;
  private final double timeConstant;
  private final double[] ratio;
  private final double[] rise;

  /**
   * Prepares.
   *
   * @param timeConstant 0 for a sensor without memory
   */
  LagLikelihood(Stretch stretch, double timeConstant) {
    this.stretch = stretch;
    this.timeConstant = timeConstant;
    int n = stretch.nodes();
    ratio = new double[n];
    rise = new double[n];
    for (int i = 1; i < n; i++) {
      double h = stretch.seconds()[i] - stretch.seconds()[i - 1];
      ratio[i] = timeConstant > 0 ? h / timeConstant : Double.POSITIVE_INFINITY;
      rise[i] = -StrictMath.expm1(-ratio[i]);
    }
  }

  /** Log-likelihood of the samples, up to a constant of the stretch. */
  double of(RandomWalk walk) {
    var state = new LagState();
    state.forget();
    double squares = 0;
    double logarithms = 0;
    double product = 1;
    int factors = 0;
    double stepSeconds = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < stretch.nodes(); i++) {
      double at = stretch.seconds()[i];
      if (i > 0) {
        double before = stretch.seconds()[i - 1];
        double q = walk.after(before - stepSeconds);
        state.advancePower(at - before, timeConstant, q, ratio[i], rise[i]);
      }
      if (stretch.isSample(i)) {
        squares += state.take(stretch.watts()[i], stretch.variances()[i]);
        product *= state.expectedVariance;
        factors++;
        if (factors == FACTORS) {
          logarithms += StrictMath.log(product);
          product = 1;
          factors = 0;
        }
      }
      if (stretch.steps()[i]) {
        state.step();
        stepSeconds = at;
      }
    }
    return -0.5 * (squares + logarithms + StrictMath.log(product));
  }
}
