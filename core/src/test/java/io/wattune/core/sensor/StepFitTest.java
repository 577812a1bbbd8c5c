package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import org.junit.jupiter.api.Test;

class StepFitTest {

  @Test
  void recoversAnExactTimeConstant() {
    for (double c : new double[] {0.05, 0.84, 2}) {
      for (double start : new double[] {0.001, 0.5 * c / 8}) {
        StepFit fit = lag(c, c / 20, 120, start, 0, 1);
        assertThat(fit.timeConstantSeconds()).isCloseTo(c, within(1e-5 * c));
        assertThat(fit.levelWatts()).isCloseTo(158, within(1e-3));
        assertThat(fit.lagRmsWatts()).isLessThan(1e-3);
      }
    }
  }

  @Test
  void recoversANoisyTimeConstantWithinItsError() {
    int within = 0;
    int seeds = 200;
    double square = 0;
    for (int seed = 0; seed < seeds; seed++) {
      StepFit fit = lag(0.84, 0.015, 300, 0.004, 0.3, seed);
      double z = (fit.timeConstantSeconds() - 0.84) / fit.timeConstantErrorSeconds();
      square += z * z / seeds;
      within += Math.abs(z) <= 2 ? 1 : 0;
    }
    assertThat(within).isGreaterThanOrEqualTo(seeds * 9 / 10);
    assertThat(square).isBetween(0.7, 1.4); // the error is neither too small nor too large
  }

  @Test
  void fitsARampBestAsABoxcar() {
    for (double width : new double[] {0.1, 1}) {
      double[] seconds = new double[40];
      double[] watts = new double[40];
      for (int i = 0; i < 40; i++) {
        seconds[i] = (i + 0.7) * width / 12;
        watts[i] = 60 + 200 * Math.min(1, (seconds[i] - 0.2 * width / 12) / width);
      }
      StepFit fit = StepFit.of(seconds, watts, 40, 60);
      assertThat(fit.boxcarRmsWatts()).isLessThan(0.5 * fit.lagRmsWatts());
      assertThat(fit.passRmsWatts()).isGreaterThan(5);
    }
  }

  @Test
  void fitsARampWhoseStartLiesInAGapBestAsABoxcar() {
    for (double width : new double[] {0.2, 0.5, 1}) {
      for (int seed = 0; seed < 20; seed++) {
        double start = 0.14 * Seeds.random(seed).nextDouble();
        double[] seconds = new double[100];
        double[] watts = new double[100];
        for (int i = 0; i < 100; i++) {
          seconds[i] = 0.15 + i * 0.015;
          watts[i] = 60 + 200 * Math.min(1, (seconds[i] - start) / width);
        }
        StepFit fit = StepFit.of(seconds, watts, 100, 60);

        // The start is searched to an eighth of a sample: half of that, on part of the samples.
        assertThat(fit.boxcarRmsWatts()).isLessThan(200 * 0.001 / width);
        assertThat(fit.boxcarRmsWatts()).isLessThan(0.5 * fit.lagRmsWatts());
      }
    }
  }

  @Test
  void fitsAPlainStepAsPassThrough() {
    var random = Seeds.random(1);
    double[] seconds = new double[30];
    double[] watts = new double[30];
    for (int i = 0; i < 30; i++) {
      seconds[i] = (i + 1) * 0.015;
      watts[i] = 158 + 0.1 * random.nextGaussian();
    }
    StepFit fit = StepFit.of(seconds, watts, 30, 24);

    assertThat(fit.passRmsWatts()).isLessThan(0.2);
    assertThat(fit.levelWatts()).isCloseTo(158, within(0.2));
  }

  @Test
  void countsTheSamplesThatShapeTheConstant() {
    StepFit fit = lag(0.3, 0.1, 40, 0.05, 0, 1);

    assertThat(fit.informative()).isEqualTo(9); // 0.05, 0.15 ... 0.85 s, below 3 C = 0.9 s
  }

  @Test
  void needsThreeSamples() {
    assertThatThrownBy(() -> StepFit.of(new double[] {1, 2}, new double[] {1, 2}, 2, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 samples");
  }

  private static StepFit lag(
      double c, double step, int count, double start, double noise, long seed) {
    var random = Seeds.random(seed);
    double[] seconds = new double[count];
    double[] watts = new double[count];
    for (int i = 0; i < count; i++) {
      seconds[i] = start + i * step;
      watts[i] = 158 - 134 * Math.exp(-seconds[i] / c) + noise * random.nextGaussian();
    }
    return StepFit.of(seconds, watts, count, 24);
  }
}
