package io.wattune.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensor.SensorModel;
import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PowerSmootherTest {
  private static final double H = 0.015;

  @ParameterizedTest
  @ValueSource(doubles = {1, 100, 10_000})
  void theWalkThatPowerMadeIsFoundWithinADecade(double q) {
    for (SensorModel model :
        new SensorModel[] {
          SensorModel.passThrough(0), SensorModel.lag(0.0525, 0), SensorModel.boxcar(0.03, 0)
        }) {
      double found =
          PowerSmoother.likeliestWalk(model, walk(model, q, 300, 0.02)).variancePerSecond();

      assertThat(Math.log10(found)).as(model.toString()).isCloseTo(Math.log10(q), within(1.0));
    }
  }

  @Test
  void nothingIsSmoothedAcrossAKnownBoundary() {
    SensorModel model = SensorModel.lag(0.84, 0);
    double[] seconds = new double[40];
    double[] watts = new double[40];
    double[] variances = new double[40];
    for (int i = 0; i < 40; i++) {
      seconds[i] = H * i;
      double since = seconds[i] - 0.3;
      watts[i] = since < 0 ? 24 : 158 - 134 * Math.exp(-since / 0.84);
      variances[i] = 1e-6;
    }
    Stretch known = Stretch.of(seconds, watts, variances, new double[] {0.3});

    PowerEstimate power = PowerSmoother.smoothed(model, known, RandomWalk.steady(1));

    for (int i = 0; i < power.size(); i++) {
      double at = power.seconds()[i];
      assertThat(power.watts()[i]).isCloseTo(at <= 0.3 ? 24 : 158, within(0.2));
    }
  }

  @Test
  void aBoxcarHasNoFilter() {
    Stretch stretch = walk(SensorModel.passThrough(0), 1, 5, 1);

    assertThatThrownBy(
            () -> PowerSmoother.filtered(SensorModel.boxcar(0.1, 0), stretch, RandomWalk.steady(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("boxcar");
  }

  /** Samples of a power that walks, in steps of a twentieth of the spacing. */
  private static Stretch walk(SensorModel model, double q, int samples, double noise) {
    Random random = Seeds.random(Math.round(q));
    int fine = 20;
    int window = (int) Math.round(model.windowSeconds() / H * fine);
    double[] newest = new double[Math.max(1, window)];
    java.util.Arrays.fill(newest, 100);
    double[] seconds = new double[samples];
    double[] watts = new double[samples];
    double[] variances = new double[samples];
    double power = 100;
    double reading = 100;
    double sum = 100 * newest.length;
    int k = 0;
    double c = model.timeConstantSeconds();
    for (int i = 0; i < samples; i++) {
      for (int j = 0; j < fine; j++, k++) {
        power += Math.sqrt(q * H / fine) * random.nextGaussian();
        reading = c > 0 ? reading + (power - reading) * H / fine / c : power;
        sum += power - newest[k % newest.length];
        newest[k % newest.length] = power;
      }
      seconds[i] = H * (i + 1);
      watts[i] = (window > 0 ? sum / newest.length : reading) + noise * random.nextGaussian();
      variances[i] = noise * noise;
    }
    return Stretch.of(seconds, watts, variances, new double[0]);
  }
}
