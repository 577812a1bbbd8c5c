package io.wattune.core.noisefloor;

/**
 * How often a normal error is larger than some standard errors, on either side: {@code erfc(x /
 * sqrt 2)}, by Abramowitz and Stegun (1964), 7.1.26; absolute error below {@code 1.5e-7}. Test:
 * {@code NormalTailTest}.
 */
public final class NormalTail {
  private static final double[] TERMS = {
    1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592
  };
  private static final double P = 0.3275911;

  private NormalTail() {}

  /** Share of errors beyond; of standard errors, at least 0. */
  public static double beyond(double standardErrors) {
    double x = standardErrors / Math.sqrt(2);
    double t = 1 / (1 + P * x);
    double sum = 0;
    for (double term : TERMS) {
      sum = (sum + term) * t;
    }
    return sum * StrictMath.exp(-x * x);
  }
}
