package io.wattune.testbed.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testbed.LagSensor;
import io.wattune.testbed.SensorParameters;
import io.wattune.testbed.SensorUpdates;
import io.wattune.testbed.TruePowerCurve;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StreamedSensorTest {
  private static final long SECOND = 1_000_000_000L;

  /** Levels of 0.1 to 100 ms, many within one update and some over many. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 15",
    "0.05, 0, 0, 15",
    "0.84, 0, 0, 15",
    "0.84, 0, 70, 15",
    "0, 0.01, 0, 20",
    "0, 0.025, 0, 100",
    "0, 0.1, 205, 100",
    "0, 1, 0, 100"
  })
  void showsWhatTheSensorOfAWholeCurveShows(
      double timeConstantSeconds, double windowSeconds, long delayMillis, long periodMillis) {
    var parameters =
        new SensorParameters(
            timeConstantSeconds,
            windowSeconds,
            delayMillis * 1_000_000,
            periodMillis * 1_000_000,
            0.02,
            1,
            0.97,
            -0.4);
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
            parameters, SensorUpdates.seeded(parameters.updatePeriodNanos(), 5), 5, 0, 50);

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
