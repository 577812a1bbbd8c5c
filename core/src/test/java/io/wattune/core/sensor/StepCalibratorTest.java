package io.wattune.core.sensor;

import static io.wattune.core.simulated.Sensor.every;
import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensor.StepCalibrator.Lesson;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StepCalibratorTest {
  private static final double MS = 1e-3;
  private static final int SEEDS = 40;

  @Test
  void learnsTheLagOfAK20WithinItsStatedError() {
    int within = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor = Sensor.k20(0.03).phase(phase(seed, Sensor.K20_PERIOD));
      PowerTrace power = PowerTrace.from(24).hold(2).level(158, 5.3).level(52.5, 3);
      CalibrationRun run = CalibrationRun.of(sensor.poll(power, 0, 9, sensor.inRuns(), seed));

      assertThat(run.lessons).startsWith(Lesson.LAG).doesNotContain(Lesson.PASS_THROUGH);
      within += Math.abs(run.constant() - 0.84) <= run.error() ? 1 : 0;
      assertThat(run.error()).isLessThan(0.05 * 0.84);
    }
    assertThat(within).isGreaterThanOrEqualTo(SEEDS * 9 / 10);
  }

  @Test
  void learnsTheLagOfAK40WithinItsStatedError() {
    int within = 0;
    int learned = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor =
          new Sensor(Response.lag(0.0525), 15.4 * MS, phase(seed, 15.4 * MS), 0.05, 0.1);
      PowerTrace power = squares(25, 150, 2, 6);
      CalibrationRun run =
          CalibrationRun.of(sensor.poll(power, 0, power.seconds(), every(1 * MS, 3 * MS), seed));

      if (!run.lessons.isEmpty()) {
        assertThat(run.lessons).containsOnly(Lesson.LAG);
        learned++;
        within += Math.abs(run.constant() - 0.0525) <= run.error() ? 1 : 0;
        assertThat(run.constant()).isCloseTo(0.0525, within(0.1 * 0.0525));
      }
    }
    assertThat(learned).isGreaterThanOrEqualTo(SEEDS * 9 / 10);
    assertThat(within).isGreaterThanOrEqualTo(learned * 9 / 10);
  }

  @Test
  void learnsFromItsFirstNineStepsAndThenFromOneAMinute() {
    Sensor sensor = Sensor.k20(0.03);
    PowerTrace power = squares(24, 158, 10, 21);

    CalibrationRun run =
        CalibrationRun.of(sensor.poll(power, 0, power.seconds(), sensor.inRuns(), 3));

    // Steps are 20 s apart: nine in three minutes, then one in each of the four that remain.
    assertThat(run.constants.size()).isBetween(9 + 3, 9 + 4);
    assertThat(run.constants).allMatch(c -> Math.abs(c - 0.84) < 0.01 * 0.84);
  }

  @Test
  void learnsNoLagFromABoxcarWhateverItsPhase() {
    for (double[] boxcar :
        new double[][] {{1, 0.1}, {0.1, 0.1}, {0.025, 0.1}, {0.5, 0.1}, {1, 0.02}}) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Sensor sensor =
            new Sensor(Response.boxcar(boxcar[0]), boxcar[1], phase(seed, boxcar[1]), 0.2, 0.01);
        PowerTrace power = squares(60, 300, 4, 6);
        Polls polls = sensor.poll(power, 0, power.seconds(), every(6 * MS, 10 * MS), seed);
        assertThat(CalibrationRun.of(polls).lessons)
            .as("boxcar of %s s, updates each %s s, seed %s", boxcar[0], boxcar[1], seed)
            .doesNotContain(Lesson.LAG);
      }
    }
  }

  @Test
  void learnsNoPassThroughFromABoxcarLongerThanItsPeriod() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor = new Sensor(Response.boxcar(1), 0.1, phase(seed, 0.1), 0.2, 0.01);
      PowerTrace power = squares(60, 300, 4, 6);

      Polls polls = sensor.poll(power, 0, power.seconds(), every(6 * MS, 10 * MS), seed);

      assertThat(CalibrationRun.of(polls).lessons).isEmpty();
    }
  }

  @Test
  void learnsPassThroughAfterThreeCleanStepsInARow() {
    Sensor sensor = new Sensor(Response.passThrough(), 15.4 * MS, 0.003, 0.05, 0.01);
    PowerTrace two = squares(25, 150, 2, 2);
    PowerTrace three = squares(25, 150, 2, 3);

    assertThat(lessons(sensor, two)).isEmpty();
    assertThat(lessons(sensor, three)).containsExactly(Lesson.PASS_THROUGH);
  }

  @Test
  void learnsNothingFromPowerThatRampsUp() {
    // Clocks that rise over 200 ms on a sensor without lag; the ramp is power, not response.
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor =
          new Sensor(Response.passThrough(), 15.4 * MS, phase(seed, 15.4 * MS), 0.1, 0.01);
      PowerTrace power = PowerTrace.from(25).hold(2);
      for (int i = 0; i < 5; i++) {
        power.level(80, 0.001).ramp(150, 0.2).hold(2).level(25, 2);
      }
      Polls polls = sensor.poll(power, 0, power.seconds(), every(1 * MS, 3 * MS), seed);

      assertThat(CalibrationRun.of(polls).lessons).doesNotContain(Lesson.LAG);
    }
  }

  @Test
  void learnsNothingFromFallingEdges() {
    Sensor sensor = Sensor.k20(0.03);
    PowerTrace power = PowerTrace.from(158).hold(2).level(52.5, 4).level(24, 4);

    assertThat(CalibrationRun.of(sensor.poll(power, 0, 10, sensor.inRuns(), 1)).lessons).isEmpty();
  }

  @Test
  void learnsNothingFromEdgesOfTwoSamples() {
    // A step that power takes in two halves 20 ms apart: a ragged edge, no lag.
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor =
          new Sensor(Response.passThrough(), 15.4 * MS, phase(seed, 15.4 * MS), 0.05, 0.01);
      PowerTrace power = PowerTrace.from(25).hold(2);
      for (int i = 0; i < 5; i++) {
        power.level(90, 0.02).level(150, 2).level(25, 2);
      }
      Polls polls = sensor.poll(power, 0, power.seconds(), every(1 * MS, 3 * MS), seed);

      assertThat(CalibrationRun.of(polls).lessons).doesNotContain(Lesson.LAG);
    }
  }

  @Test
  void learnsNoLagFromBurstsSquaresNoiseAndSines() {
    for (int seed = 0; seed < 10; seed++) {
      var random = Seeds.random(seed);
      PowerTrace bursts = PowerTrace.from(30).hold(1);
      for (int i = 0; i < 100; i++) {
        bursts.level(100 + random.nextInt(100), 0.005 + 0.3 * random.nextDouble());
        bursts.level(30 + random.nextInt(10), 0.02 + 0.5 * random.nextDouble());
      }
      PowerTrace fast = PowerTrace.from(30).hold(1);
      for (int i = 0; i < 400; i++) {
        fast.level(i % 2 == 0 ? 150 : 30, 0.05);
      }
      PowerTrace sine = PowerTrace.from(100).hold(1);
      for (int i = 0; i < 20_000; i++) {
        sine.level(100 + 60 * Math.sin(i * 0.001 * Math.PI), 0.001);
      }
      Sensor noisy = new Sensor(Response.passThrough(), 15.4 * MS, phase(seed, 15.4 * MS), 8, 0.01);
      for (Response response : new Response[] {Response.passThrough(), Response.boxcar(0.1)}) {
        for (double period : new double[] {15.4 * MS, 100 * MS}) {
          Sensor sensor = new Sensor(response, period, phase(seed, period), 0.1, 0.01);
          assertThat(lessons(sensor, bursts)).doesNotContain(Lesson.LAG);
          assertThat(lessons(sensor, fast)).doesNotContain(Lesson.LAG);
          assertThat(lessons(sensor, sine)).doesNotContain(Lesson.LAG);
        }
      }
      assertThat(lessons(noisy, PowerTrace.from(60).hold(60))).isEmpty();
    }
  }

  @Test
  void isNotMisledByALagThatRunsIntoAnotherKernel() {
    // The second kernel starts before the first one's rise has settled.
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor = Sensor.k20(0.03).phase(phase(seed, Sensor.K20_PERIOD));
      PowerTrace power = PowerTrace.from(24).hold(2).level(100, 0.7).level(158, 5).level(30, 5);

      CalibrationRun run = CalibrationRun.of(sensor.poll(power, 0, 12, sensor.inRuns(), seed));

      assertThat(run.constants).allMatch(c -> Math.abs(c - 0.84) < 0.1 * 0.84);
    }
  }

  @Test
  void saysHowLittleItTrustsRisesThatOtherKernelsDisturb() {
    // Kernels of two levels, at random: a second one within the rise bends it a little.
    int learned = 0;
    int within = 0;
    for (int seed = 0; seed < 60; seed++) {
      Random random = Seeds.random(seed);
      PowerTrace power = PowerTrace.from(24).hold(1);
      while (power.seconds() < 40) {
        power.level(60 + 140 * random.nextDouble(), 0.05 + 2 * random.nextDouble());
        if (random.nextBoolean()) {
          power.level(60 + 140 * random.nextDouble(), 0.05 + 2 * random.nextDouble());
        }
        power.level(24 + 20 * random.nextDouble(), 0.1 + 4 * random.nextDouble());
      }
      Sensor sensor = Sensor.k20(0.1).phase(phase(seed, Sensor.K20_PERIOD));
      CalibrationRun run =
          CalibrationRun.of(sensor.poll(power, 0, 40, every(1 * MS, 4 * MS), seed));
      if (!run.constants.isEmpty()) {
        learned++;
        within += Math.abs(run.firstConstant - 0.84) <= 2 * run.firstError ? 1 : 0;
      }
    }
    assertThat(learned).isGreaterThan(20);
    assertThat((double) within / learned).isGreaterThanOrEqualTo(0.85);
  }

  @Test
  void givesUpAStepWithAGapInIt() {
    Sensor sensor = Sensor.k20(0.03);
    PowerTrace power = PowerTrace.from(24).hold(2).level(158, 5).level(30, 5);
    Polls polls = sensor.poll(power, 0, 12, sensor.inRuns(), 1).without(nanos(2.5), nanos(3.1));

    assertThat(CalibrationRun.of(polls).lessons).isEmpty();
  }

  @Test
  void keepsNoBufferBetweenStepsAndABoundedOneInThem() {
    // A rise that does not settle for ten seconds, at 5 ms between updates.
    Sensor sensor = new Sensor(Response.passThrough(), 5 * MS, 0.002, 0.01, 0.001);
    PowerTrace power = PowerTrace.from(50).hold(2).ramp(3000, 10).level(50, 5);

    CalibrationRun run = CalibrationRun.of(sensor.poll(power, 0, 17, every(1 * MS, 2 * MS), 1));

    assertThat(run.mostCollected).isEqualTo(511); // the 512th has it judged and given up
    assertThat(run.longestBuffer).isLessThanOrEqualTo(512);
    assertThat(run.state.collected).isZero();
    assertThat(run.state.stepWatts).isEmpty();
    assertThat(run.state.stepSeconds).isEmpty();
  }

  @Test
  void measuresTheNoiseOfASample() {
    for (double noise : new double[] {0.05, 0.5}) {
      Sensor sensor = new Sensor(Response.passThrough(), 15.4 * MS, 0.003, noise, 0.001);
      PowerTrace power = PowerTrace.from(60);
      CalibrationRun run = CalibrationRun.of(sensor.poll(power, 0, 60, every(1 * MS, 3 * MS), 1));

      // A mean over 64 values that are not independent: 10 to 15 %.
      assertThat(StepCalibrator.noiseWatts(run.state, 0.001)).isCloseTo(noise, within(0.4 * noise));
    }
  }

  private static List<Lesson> lessons(Sensor sensor, PowerTrace power) {
    Polls polls = sensor.poll(power, 0, power.seconds(), every(1 * MS, 3 * MS), 5);
    return CalibrationRun.of(polls).lessons;
  }

  private static double phase(int seed, double period) {
    return Seeds.random(seed).nextDouble() * period;
  }

  /** Idle and busy by turns, the last one busy. */
  private static PowerTrace squares(double idle, double busy, double seconds, int count) {
    PowerTrace power = PowerTrace.from(idle);
    for (int i = 0; i < count; i++) {
      power.level(idle, seconds).level(busy, seconds);
    }
    return power;
  }
}
