package io.wattune.core.policy;

/**
 * Some rates against others: the ratio of their means and its standard error.
 *
 * <p>With {@code n0, m0, S0} count, mean and squares of the rates compared with, {@code n1, m1, S1}
 * of these: {@code r = m1 / m0}, relative variance of one rate {@code v = (S0 / m0^2 + S1 / m1^2) /
 * (n0 + n1 - 2)}, standard error {@code r sqrt(v (1 / n0 + 1 / n1))}. This takes the noise to be
 * independent from invocation to invocation and relative to the rate. At 3 standard errors and the
 * fewest invocations (8 against 8: Student's t of 14 degrees of freedom) one judgement in 200 is
 * wrong where the truth lies on the limit; {@code RateComparisonTest} counts them.
 *
 * @param ratio of the means
 * @param standardError of the ratio
 */
record RateComparison(double ratio, double standardError) {

  /** Rates against others, both of at least 2 and not all zero. */
  static RateComparison of(RateStatistics rates, RateStatistics others) {
    double ratio = rates.mean() / others.mean();
    double spread = relativeSquares(rates) + relativeSquares(others);
    double variance = spread / (rates.count() + others.count() - 2);
    // A rate of zero has no relative spread; then the error is that of the ratio 1.
    double scale = ratio > 0 ? ratio : 1;
    double error = scale * Math.sqrt(variance * (1.0 / rates.count() + 1.0 / others.count()));
    return new RateComparison(ratio, error);
  }

  private static double relativeSquares(RateStatistics rates) {
    return rates.mean() > 0 ? rates.squares() / (rates.mean() * rates.mean()) : 0;
  }

  /** Not below 1 by more than the tolerance, for certain. */
  boolean keepsUp(FineSettings settings) {
    return ratio - settings.certainty() * standardError >= 1 - settings.tolerance();
  }

  /** Below 1 by more than the tolerance, for certain. */
  boolean fallsBack(FineSettings settings) {
    return ratio + settings.certainty() * standardError < 1 - settings.tolerance();
  }

  /**
   * The same by so much that it may be said of fewer invocations than judgements rest on: at twice
   * the certainty. Of 2 against 8 (Student's t of 8 degrees of freedom, 6 standard errors) one look
   * in 6000 is wrong where the truth lies on the limit. One invocation that was held up does not
   * look like this, since its distance from the others is in the error.
   */
  boolean fallsBackClearly(FineSettings settings) {
    return isClearlyBelow(1 - settings.tolerance(), settings);
  }

  /** Below a share, at twice the certainty. */
  boolean isClearlyBelow(double share, FineSettings settings) {
    return ratio + 2 * settings.certainty() * standardError < share;
  }

  /** Above a share, at twice the certainty. */
  boolean isClearlyAbove(double share, FineSettings settings) {
    return ratio - 2 * settings.certainty() * standardError > share;
  }

  /** Above 1 by more than the tolerance, for certain. */
  boolean isFaster(FineSettings settings) {
    return ratio - settings.certainty() * standardError > 1 + settings.tolerance();
  }

  /** Known well enough that the tolerance shows. */
  boolean isPrecise(FineSettings settings) {
    return settings.certainty() * standardError <= settings.tolerance();
  }

  /** Another rate than the one compared with, in either direction. */
  boolean isAnother(FineSettings settings) {
    double distance = Math.abs(ratio - 1);
    return distance > settings.tolerance() && distance > settings.alarm() * standardError;
  }
}
