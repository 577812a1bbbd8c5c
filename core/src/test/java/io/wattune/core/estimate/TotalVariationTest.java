package io.wattune.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensor.SensorModel;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TotalVariationTest {
  private static final double H = 0.015;

  /**
   * The closed form for one step without memory: both levels are drawn to each other by {@code s^2
   * / (n b)} (Strong and Chan 2003).
   */
  @Test
  void aStepIsFlattenedByTheClosedForm() {
    int n = 20;
    double[] seconds = new double[2 * n];
    double[] watts = new double[2 * n];
    double[] variances = new double[2 * n];
    for (int i = 0; i < 2 * n; i++) {
      seconds[i] = H * i;
      watts[i] = i < n ? 50 : 80;
      variances[i] = 4;
    }
    Stretch stretch = Stretch.of(seconds, watts, variances, new double[0]);

    PowerEstimate levels = TotalVariation.of(SensorModel.passThrough(0), stretch, 0.5);

    assertThat(levels.watts()[3]).isCloseTo(50 + 4 / (n * 0.5), within(0.02));
    assertThat(levels.watts()[2 * n - 3]).isCloseTo(80 - 4 / (n * 0.5), within(0.02));
  }

  @Test
  void aLagsStepStaysSharpWithoutAKnownBoundary() {
    PowerTrace power = PowerTrace.from(50).hold(0.6).level(150, 2);
    Stretch stretch = stretch(Response.lag(0.0525), power, 80, 0.05);
    SensorModel model = SensorModel.lag(0.0525, 0);

    double levels = roughness(TotalVariation.of(model, stretch, 0.1), power);
    double walk =
        roughness(
            PowerSmoother.smoothed(model, stretch, PowerSmoother.likeliestWalk(model, stretch)),
            power);

    assertThat(levels).isLessThan(0.5 * walk);
  }

  @Test
  void aBoxcarsLevelsAreFoundWhereTheyAre() {
    PowerTrace power = PowerTrace.from(50).hold(0.6).level(150, 2);
    Stretch stretch = stretch(Response.boxcar(0.06), power, 80, 0.05);

    PowerEstimate levels = TotalVariation.of(SensorModel.boxcar(0.06, 0), stretch, 0.1);

    assertThat(roughness(levels, power)).isLessThan(0.3);
  }

  /** Root mean square error away from the step. */
  private static double roughness(PowerEstimate estimate, PowerTrace power) {
    double squares = 0;
    int n = 0;
    for (int i = 0; i < estimate.size(); i++) {
      double at = estimate.seconds()[i];
      if (Math.abs(at - 0.6) > 0.05 && at > 0.1 && at < 1.1) {
        double error = estimate.watts()[i] - power.wattsAt(at);
        squares += error * error;
        n++;
      }
    }
    return Math.sqrt(squares / n);
  }

  private static Stretch stretch(Response response, PowerTrace power, int samples, double noise) {
    Random random = Seeds.random(1);
    double[] seconds = new double[samples];
    double[] watts = new double[samples];
    double[] variances = new double[samples];
    for (int i = 0; i < samples; i++) {
      seconds[i] = 0.003 + H * i;
      watts[i] = response.at(power, seconds[i]) + noise * random.nextGaussian();
      variances[i] = noise * noise;
    }
    return Stretch.of(seconds, watts, variances, new double[0]);
  }
}
