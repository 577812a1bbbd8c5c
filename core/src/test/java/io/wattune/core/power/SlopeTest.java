package io.wattune.core.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SlopeTest {

  @Test
  void isExactOnParabolasWithUnequalSteps() {
    var random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double c = random.nextGaussian();
      double t = random.nextDouble();
      double h1 = 0.01 + random.nextDouble();
      double h2 = 0.01 + random.nextDouble();

      // Differences of values of about 1 over steps of 0.01: rounding stays below 1e-12.
      assertThat(slope(x -> a + b * x + c * x * x, t, h1, h2))
          .isCloseTo(b + 2 * c * t, within(1e-11));
    }
  }

  @Test
  void isTheSymmetricDifferenceWhereStepsAreEqual() {
    assertThat(slope(x -> Math.sin(x), 1, 0.1, 0.1))
        .isCloseTo((Math.sin(1.1) - Math.sin(0.9)) / 0.2, within(1e-12));
  }

  @Test
  void errsByNoMoreThanTheThirdDerivativeAllows() {
    var random = new Random(2);
    for (int i = 0; i < 1000; i++) {
      double h1 = 0.3 * random.nextDouble() + 0.01;
      double h2 = 0.3 * random.nextDouble() + 0.01;
      double t = 6 * random.nextDouble();

      assertThat(slope(Math::sin, t, h1, h2)).isCloseTo(Math.cos(t), within(h1 * h2 / 6 + 1e-12));
    }
  }

  private static double slope(
      java.util.function.DoubleUnaryOperator y, double t, double h1, double h2) {
    double at = y.applyAsDouble(t);
    return Slope.after(h1, h2) * (y.applyAsDouble(t + h2) - at)
        + Slope.before(h1, h2) * (y.applyAsDouble(t - h1) - at);
  }
}
