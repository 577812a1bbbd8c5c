package io.wattune.core.sensor;

import java.util.function.DoubleUnaryOperator;

/**
 * The minimum of a function with one minimum between two places, by golden section: each look
 * leaves {@code (sqrt(5) - 1) / 2} of the way, so that {@code n} leave {@code 0.618^n}. Tests:
 * {@code RampFitTest}, {@code StepFitTest}.
 */
final class GoldenSection {
  private static final double SHARE = (Math.sqrt(5) - 1) / 2;

  private GoldenSection() {}

  static double minimum(DoubleUnaryOperator error, double from, double to, int looks) {
    double a = from;
    double b = to;
    double left = b - SHARE * (b - a);
    double right = a + SHARE * (b - a);
    double atLeft = error.applyAsDouble(left);
    double atRight = error.applyAsDouble(right);
    for (int i = 0; i < looks; i++) {
      if (atLeft <= atRight) {
        b = right;
        right = left;
        atRight = atLeft;
        left = b - SHARE * (b - a);
        atLeft = error.applyAsDouble(left);
      } else {
        a = left;
        left = right;
        atLeft = atRight;
        right = a + SHARE * (b - a);
        atRight = error.applyAsDouble(right);
      }
    }
    return (a + b) / 2;
  }
}
