package io.wattune.testbed.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testbed.LagSensor;
import io.wattune.testbed.SensorParameters;
import io.wattune.testbed.SimulatedCard;
import io.wattune.testbed.TruePowerCurve;
import io.wattune.testbed.UpdateComb;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamedSensorTest {
  private static final long SECOND = 1_000_000_000L;

  /** Levels of 0.1 to 100 ms, many within one update and some over many. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.05, 0.84})
  void showsWhatTheSensorOfAWholeCurveShows(double timeConstantSeconds) {
    SensorParameters k20c = SimulatedCard.k20c().sensor();
    var parameters =
        new SensorParameters(
            timeConstantSeconds, k20c.updatePeriodNanos(), k20c.noiseWatts(), 1, 0.97, -0.4);
    var random = new Random(11);
    var curve = TruePowerCurve.startingAt(0, 50);
    long[] starts = new long[2000];
    double[] watts = new double[starts.length];
    long at = 0;
    for (int i = 0; i < starts.length; i++) {
      at += (long) (100_000 * Math.pow(1000, random.nextDouble()));
      starts[i] = at;
      watts[i] = 20 + 200 * random.nextDouble();
      curve.level(at, watts[i]);
    }
    var whole = new LagSensor(curve.build(), parameters, 5);
    var streamed =
        new StreamedSensor(
            parameters, UpdateComb.seeded(parameters.updatePeriodNanos(), 5), 5, 0, 50);

    int level = 0;
    int polls = 0;
    for (long time = 0; time < at; time += 2_700_000L + polls % 7 * 900_000L) {
      while (level < starts.length && starts[level] <= time) {
        streamed.level(starts[level], watts[level]);
        level++;
      }
      // Level by level the same arithmetic, so the same milliwatt but where rounding tips over.
      assertThat(Math.abs(streamed.milliwatts(time) - whole.milliwatts(time)))
          .as("at %d ns", time)
          .isLessThanOrEqualTo(1);
      polls++;
    }
    assertThat(at).isGreaterThan(5 * SECOND);
    assertThat(polls).isGreaterThan(1000);
  }
}
