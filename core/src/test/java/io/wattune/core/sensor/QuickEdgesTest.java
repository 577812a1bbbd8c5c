package io.wattune.core.sensor;

import static io.wattune.core.simulated.Sensor.every;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.sensor.StepCalibrator.Lesson;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuickEdgesTest {
  private static final double MS = 1e-3;

  /** A load as an H100 runs it: over its limit at first, then held down, never still. */
  private static void restless(PowerTrace power, Random random, double seconds) {
    double end = power.seconds() + seconds;
    power.level(640, 0.06);
    while (power.seconds() < end) {
      power.level(560 + 50 * random.nextDouble(), 0.02);
    }
  }

  private static CalibrationRun run(
      Response response, double period, double load, double pause, long seed) {
    Random random = Seeds.random(seed);
    PowerTrace power = PowerTrace.from(140).hold(1);
    for (int i = 0; i < 40; i++) {
      restless(power, random, load * (0.9 + 0.2 * random.nextDouble()));
      power.level(140, pause * (0.9 + 0.2 * random.nextDouble()));
    }
    Sensor sensor = new Sensor(response, period, period * random.nextDouble(), 1, 0.001);
    return CalibrationRun.of(
        sensor.poll(power, 0, power.seconds(), every(0.2 * period, 0.3 * period), seed));
  }

  @Test
  void loadsThatDoNotHoldStillShowThatAResponseIsShort() {
    for (long seed = 0; seed < 6; seed++) {
      CalibrationRun run = run(Response.boxcar(25 * MS), 20 * MS, 0.4, 0.5, seed);

      assertThat(run.lessons).as("seed %d", seed).contains(Lesson.SHORT);
      double error = TaughtResponse.of(run.state, Lesson.SHORT, 20 * MS).slopeErrorSeconds();
      assertThat(error).isLessThanOrEqualTo(25 * MS).isGreaterThan(0.5 * 12.5 * MS);
    }
  }

  @Test
  void aLongAverageOfShortLoadsIsNotTakenForShort() {
    for (long seed = 0; seed < 6; seed++) {
      // The reading goes up for 100 ms, holds for a second, and falls.
      CalibrationRun run = run(Response.boxcar(1), 0.1, 0.1, 2.2, seed);

      assertThat(run.state.quickEdges).as("what would deceive").isGreaterThanOrEqualTo(6);
      assertThat(QuickEdges.areShort(run.state, 0.1)).as("seed %d", seed).isFalse();
    }
  }

  @Test
  void aLagIsNotTakenForShort() {
    for (long seed = 0; seed < 6; seed++) {
      for (double constant : new double[] {0.08, 0.2, 0.8}) {
        CalibrationRun run = run(Response.lag(constant), 15 * MS, 0.5, 1.2, seed);

        assertThat(QuickEdges.areShort(run.state, 15 * MS)).as("%s s", constant).isFalse();
      }
    }
  }
}
