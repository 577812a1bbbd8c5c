package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RampFitTest {

  @Test
  void recoversAnExactWindowAndStart() {
    for (double window : new double[] {0.61, 1, 2.3}) {
      for (double start : new double[] {-0.12, -0.01, 0.04}) {
        RampFit fit = ramp(window, start, 0, 1);

        assertThat(fit.windowSeconds()).isCloseTo(window, within(1e-3 * window));
        assertThat(fit.startSeconds()).isCloseTo(start, within(1e-3));
        assertThat(fit.riseWatts()).isCloseTo(200, within(0.05));
        assertThat(fit.rmsWatts()).isLessThan(0.05);
      }
    }
  }

  @Test
  void countsTheSamplesOnTheRamp() {
    // Every 0.1 s from 0.1 s on; the ramp lasts to 0.93 s, of which 2 % at its ends do not count.
    assertThat(ramp(0.93, 0, 0, 1).informative()).isEqualTo(9);
  }

  @Test
  void recoversANoisyWindowWithinItsError() {
    int within = 0;
    double square = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = Seeds.random(seed);
      double start = -0.1 + 0.15 * random.nextDouble();
      RampFit fit = ramp(1, start, 1, seed);
      double z = (fit.windowSeconds() - 1) / fit.windowErrorSeconds();
      square += z * z / 200;
      within += Math.abs(z) <= 2 ? 1 : 0;
    }
    assertThat(within).isGreaterThanOrEqualTo(170);
    // Twelve samples on the ramp bend the curvature: the error is right to a factor of 1.5.
    assertThat(square).isBetween(0.4, 2.2);
  }

  private static RampFit ramp(double window, double start, double noise, long seed) {
    Random random = Seeds.random(~seed);
    double[] seconds = new double[40];
    double[] watts = new double[40];
    for (int i = 0; i < 40; i++) {
      seconds[i] = 0.1 * (i + 1);
      watts[i] =
          60
              + 200 * Math.max(0, Math.min(1, (seconds[i] - start) / window))
              + noise * random.nextGaussian();
    }
    return RampFit.of(seconds, watts, 40, 60);
  }
}
