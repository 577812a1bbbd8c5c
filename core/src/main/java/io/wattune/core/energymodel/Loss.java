package io.wattune.core.energymodel;

import static io.wattune.core.algebra.Products.square;

/**
 * What an error costs, in units of the errors' scale, as the weight that reweighted least squares
 * gives it. Huber 1964: {@code min(1, c / |u|)}, {@code c = 1.345}. Tukey's biweight (Beaton and
 * Tukey 1974): {@code (1 - (u / c)^2)^2} up to {@code c = 4.685}, then 0. Both have 95 % of the
 * efficiency of least squares where errors are normal. Test: {@code LinearPowerFitTest}.
 */
public enum Loss {
  /** Least squares. */
  SQUARES(Double.POSITIVE_INFINITY),
  /** Errors beyond the limit pull no more than one at it. */
  HUBER(1.345),
  /** Errors beyond the limit do not pull. */
  TUKEY(4.685);

  private final double limit;

  Loss(double limit) {
    this.limit = limit;
  }

  double weight(double u) {
    return switch (this) {
      case SQUARES -> 1;
      case HUBER -> Math.abs(u) <= limit ? 1 : limit / Math.abs(u);
      case TUKEY -> Math.abs(u) >= limit ? 0 : square(1 - square(u / limit));
    };
  }

  /** Derivative of {@code u weight(u)}. */
  double slope(double u) {
    return switch (this) {
      case SQUARES -> 1;
      case HUBER -> Math.abs(u) <= limit ? 1 : 0;
      case TUKEY -> {
        double v = square(u / limit);
        yield v >= 1 ? 0 : (1 - v) * (1 - 5 * v);
      }
    };
  }
}
