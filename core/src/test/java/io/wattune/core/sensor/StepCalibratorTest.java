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
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StepCalibratorTest {
  private static final double MS = 1e-3;
  private static final int SEEDS = 40;

  /** Half a square: its edges do not fall into step with updates of a whole millisecond. */
  private static final double HALF = 4.013;

  /** When power rises in six squares. */
  private static final double[] RISES = {HALF, 3 * HALF, 5 * HALF, 7 * HALF, 9 * HALF, 11 * HALF};

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
  void learnsTheWindowOfABoxcarLongerThanItsPeriodOncePowerHasFallen() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor = new Sensor(Response.boxcar(1), 0.1, phase(seed, 0.1), 0.2, 0.01);
      PowerTrace rises = PowerTrace.from(60).hold(4).level(300, 4);
      PowerTrace falls = PowerTrace.from(60).hold(4).level(300, 4).level(60, 4);
      Polls.Schedule schedule = every(6 * MS, 10 * MS);

      assertThat(CalibrationRun.of(sensor.poll(rises, 0, 8, schedule, seed)).lessons).isEmpty();
      CalibrationRun run = CalibrationRun.of(sensor.poll(falls, 0, 12, schedule, seed));

      assertThat(run.lessons).containsExactly(Lesson.BOXCAR);
      assertThat(run.reported.sensorClass()).isEqualTo(SensorClass.BOXCAR);
      assertThat(run.reported.windowErrorSeconds()).isLessThan(0.05);
      assertThat(run.reported.windowSeconds())
          .isCloseTo(1, within(2 * run.reported.windowErrorSeconds()));
    }
  }

  @Test
  void learnsNoBoxcarFromPowerThatRampsUpAndFallsAtOnce() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor =
          new Sensor(Response.passThrough(), 15.4 * MS, phase(seed, 15.4 * MS), 0.1, 0.01);
      PowerTrace power = PowerTrace.from(25).hold(2);
      for (int i = 0; i < 5; i++) {
        power.ramp(150, 0.3).hold(2).level(25, 2);
      }
      Polls polls = sensor.poll(power, 0, power.seconds(), every(1 * MS, 3 * MS), seed);

      assertThat(CalibrationRun.of(polls).lessons).isEmpty();
    }
  }

  @Test
  void threeEdgesThatAreOverWithinAnUpdateSayJustThat() {
    Sensor sensor = new Sensor(Response.passThrough(), 15.4 * MS, 0.003, 0.05, 0.01);
    PowerTrace two = squares(25, 150, 2, 2);
    PowerTrace three = squares(25, 150, 2, 3);

    assertThat(lessons(sensor, two)).isEmpty();
    assertThat(lessons(sensor, three)).containsExactly(Lesson.SHORT);
  }

  @Test
  void learnsPassThroughFromManyCleanEdgesAtRandomTimes() {
    Sensor sensor = new Sensor(Response.passThrough(), 15.4 * MS, 0.003, 0.05, 0.01);

    CalibrationRun run = CalibrationRun.of(edges(sensor, 40, 1));

    assertThat(run.lessons).startsWith(Lesson.SHORT, Lesson.PASS_THROUGH);
    assertThat(run.reported.sensorClass()).isEqualTo(SensorClass.PASS_THROUGH);
    assertThat(run.reported.slopeErrorSeconds()).isLessThan(2 * MS);
  }

  @Test
  void settlesNoClassByEdgesThatKeepStepWithTheUpdates() {
    // Each edge 35 ms after an update: a window of 25 of 100 ms never shows a partial value.
    Sensor sensor = new Sensor(Response.boxcar(0.025), 0.1, 0.015, 0.05, 0.01);
    PowerTrace power = squares(25, 150, 2, 45);
    Polls polls = sensor.poll(power, 0, power.seconds(), every(6 * MS, 10 * MS), 1);

    assertThat(CalibrationRun.of(polls).lessons).containsExactly(Lesson.SHORT);
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
  void learnsALagFromRisesWhoseEdgeLiesInAGap() {
    int within = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor = Sensor.k20(0.03).phase(phase(seed, Sensor.K20_PERIOD));
      PowerTrace power = PowerTrace.from(24).hold(2).level(158, 5.3).level(52.5, 3);
      Polls.Schedule schedule = seed % 2 == 0 ? sensor.inRuns() : every(1 * MS, 4 * MS);
      Polls polls = stalled(sensor.poll(power, 0, 9, schedule, seed), seed, 90 * MS, 200 * MS, 2);

      CalibrationRun run = CalibrationRun.of(polls);

      assertThat(run.gaps).as("gaps of seed %s", seed).isEqualTo(1);
      assertThat(run.lessons).as("seed %s", seed).containsExactly(Lesson.LAG);
      within += Math.abs(run.constant() - 0.84) <= run.error() ? 1 : 0;
      assertThat(run.error()).isLessThan(0.05 * 0.84);
    }
    assertThat(within).isGreaterThanOrEqualTo(SEEDS * 9 / 10);
  }

  @Test
  void learnsALagThroughAStallInItsRise() {
    int within = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor = Sensor.k20(0.03).phase(phase(seed, Sensor.K20_PERIOD));
      PowerTrace power = PowerTrace.from(24).hold(2).level(158, 5.3).level(52.5, 3);
      double stall = 2.05 + 2 * Seeds.random(seed).nextDouble();
      Polls polls = sensor.poll(power, 0, 9, sensor.inRuns(), seed);

      CalibrationRun run = CalibrationRun.of(polls.without(nanos(stall), nanos(stall + 0.13)));

      assertThat(run.gaps).isEqualTo(1);
      assertThat(run.lessons).as("seed %s", seed).containsExactly(Lesson.LAG);
      within += Math.abs(run.constant() - 0.84) <= run.error() ? 1 : 0;
    }
    assertThat(within).isGreaterThanOrEqualTo(SEEDS * 9 / 10);
  }

  @Test
  void learnsALagBehindAGapInWhichPowerRoseTwice() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor = Sensor.k20(0.03).phase(phase(seed, Sensor.K20_PERIOD));
      PowerTrace power = PowerTrace.from(24).hold(2).level(90, 0.06).level(158, 5.3);
      Polls polls = sensor.poll(power, 0, 7, sensor.inRuns(), seed);

      CalibrationRun run = CalibrationRun.of(polls.without(nanos(1.98), nanos(2.1)));

      assertThat(run.gaps).isEqualTo(1);
      assertThat(run.lessons).containsExactly(Lesson.LAG);
      assertThat(Math.abs(run.constant() - 0.84)).isLessThan(2 * run.error());
    }
  }

  @Test
  void isNotMisledByASecondKernelThatStartsInAGapOfTheRise() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor = Sensor.k20(0.03).phase(phase(seed, Sensor.K20_PERIOD));
      double second = 0.3 + 1.2 * Seeds.random(seed).nextDouble();
      PowerTrace power = PowerTrace.from(24).hold(2).level(100, second).level(158, 5).level(30, 5);
      Polls polls = sensor.poll(power, 0, 12, sensor.inRuns(), seed);

      CalibrationRun run = CalibrationRun.of(stalled(polls, seed, 90 * MS, 200 * MS, 2 + second));

      assertThat(run.gaps).isEqualTo(1);
      assertThat(run.constants).allMatch(c -> Math.abs(c - 0.84) < 0.1 * 0.84);
    }
  }

  @Test
  void givesUpARiseWhoseEdgeLiesInALongGap() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor = new Sensor(Response.lag(0.5), 15 * MS, phase(seed, 15 * MS), 0.03, 0.001);
      PowerTrace power = PowerTrace.from(24).hold(2).level(158, 5.3).level(52.5, 3);
      Polls polls = sensor.poll(power, 0, 9, every(1 * MS, 4 * MS), seed);

      assertThat(CalibrationRun.of(stalled(polls, seed, 0.26, 0.3, 2)).lessons).isEmpty();
    }
  }

  @Test
  @Tag("long")
  void learnsNeitherLagNorPassThroughFromBoxcarsWhoseEdgesLieInStalls() {
    for (double[] boxcar :
        new double[][] {
          {1, 0.1},
          {0.1, 0.1},
          {0.5, 0.1},
          {1, 0.02},
          {0.5, 0.02},
          {0.2, 0.02},
          {0.1, 0.02},
          {1, 0.0154},
          {0.5, 0.0154},
          {0.2, 0.0154},
          {0.1, 0.0154},
          {0.05, 0.0154}
        }) {
      for (int seed = 0; seed < SEEDS / 2; seed++) {
        Sensor sensor =
            new Sensor(Response.boxcar(boxcar[0]), boxcar[1], phase(seed, boxcar[1]), 0.2, 0.01);
        PowerTrace power = squares(60, 300, HALF, 6);
        Polls polls = sensor.poll(power, 0, power.seconds(), every(3 * MS, 6 * MS), seed);
        double most = seed % 2 == 0 ? 240 * MS : 140 * MS;
        assertThat(CalibrationRun.of(stalled(polls, seed, 110 * MS, most, RISES)).lessons)
            .as("boxcar of %s s, updates each %s s, seed %s", boxcar[0], boxcar[1], seed)
            .doesNotContain(Lesson.LAG, Lesson.PASS_THROUGH);
      }
    }
  }

  @Test
  @Tag("long")
  void learnsNoLagFromBoxcarsWithStallsInTheirRises() {
    for (double[] boxcar :
        new double[][] {{1, 0.02}, {0.5, 0.02}, {0.2, 0.02}, {1, 0.0154}, {0.3, 0.0154}}) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = Seeds.random(seed);
        Sensor sensor =
            new Sensor(Response.boxcar(boxcar[0]), boxcar[1], phase(seed, boxcar[1]), 0.2, 0.01);
        PowerTrace power = squares(60, 300, HALF, 6);
        Polls polls = sensor.poll(power, 0, power.seconds(), every(3 * MS, 6 * MS), seed);
        double[] within = new double[RISES.length];
        for (int i = 0; i < within.length; i++) {
          within[i] = RISES[i] + 1.1 * boxcar[0] * random.nextDouble();
        }
        assertThat(CalibrationRun.of(stalled(polls, seed, 110 * MS, 240 * MS, within)).lessons)
            .as("boxcar of %s s, updates each %s s, seed %s", boxcar[0], boxcar[1], seed)
            .doesNotContain(Lesson.LAG);
      }
    }
  }

  @Test
  void learnsNothingFromAPassThroughSensorWhoseEdgesLieInStalls() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Sensor sensor =
          new Sensor(Response.passThrough(), 15.4 * MS, phase(seed, 15.4 * MS), 0.1, 0.01);
      PowerTrace power = squares(25, 150, HALF, 6);
      Polls polls = sensor.poll(power, 0, power.seconds(), every(1 * MS, 3 * MS), seed);
      PowerTrace ramps = PowerTrace.from(25);
      for (int i = 0; i < 6; i++) {
        ramps.level(25, HALF).level(80, 0.001).ramp(150, 0.2).hold(HALF - 0.201);
      }
      Polls rampPolls = sensor.poll(ramps, 0, ramps.seconds(), every(1 * MS, 3 * MS), seed);

      assertThat(CalibrationRun.of(stalled(polls, seed, 110 * MS, 240 * MS, RISES)).lessons)
          .isEmpty();
      assertThat(CalibrationRun.of(stalled(rampPolls, seed, 110 * MS, 240 * MS, RISES)).lessons)
          .isEmpty();
    }
  }

  @Test
  void aHiddenEdgeIsNoCleanStepAndDoesNotBreakTheirRow() {
    Sensor sensor = new Sensor(Response.passThrough(), 15.4 * MS, 0.003, 0.05, 0.01);
    PowerTrace three = squares(25, 150, 2, 3);
    PowerTrace four = squares(25, 150, 2, 4);

    assertThat(hidingTheSecond(sensor, three)).isEmpty();
    assertThat(hidingTheSecond(sensor, four)).containsExactly(Lesson.SHORT);
  }

  @Test
  @Tag("nightly")
  void learnsNoLagFromBurstsWithStalls() {
    for (int seed = 0; seed < 10; seed++) {
      var random = Seeds.random(seed);
      PowerTrace power = PowerTrace.from(30).hold(1);
      double[] edges = new double[100];
      for (int i = 0; i < 100; i++) {
        edges[i] = power.seconds();
        power.level(100 + random.nextInt(100), 0.005 + 0.5 * random.nextDouble());
        power.level(30 + random.nextInt(10), 0.02 + 0.5 * random.nextDouble());
      }
      for (Response response :
          List.of(Response.passThrough(), Response.boxcar(0.1), Response.boxcar(0.3))) {
        Sensor sensor = new Sensor(response, 15.4 * MS, phase(seed, 15.4 * MS), 0.1, 0.01);
        Polls polls = sensor.poll(power, 0, power.seconds(), every(1 * MS, 3 * MS), seed);
        assertThat(CalibrationRun.of(stalled(polls, seed, 80 * MS, 240 * MS, edges)).lessons)
            .doesNotContain(Lesson.LAG);
      }
    }
  }

  @Test
  @Tag("nightly")
  void saysHowLittleItTrustsRisesThatOtherKernelsAndStallsDisturb() {
    int learned = 0;
    int within = 0;
    for (int seed = 0; seed < 50; seed++) {
      Random random = Seeds.random(seed);
      PowerTrace power = PowerTrace.from(24).hold(1);
      double[] edges = new double[200];
      int n = 0;
      while (power.seconds() < 60) {
        edges[n++] = power.seconds();
        power.level(60 + 140 * random.nextDouble(), 0.05 + 4 * random.nextDouble());
        if (random.nextBoolean()) {
          edges[n++] = power.seconds();
          power.level(60 + 140 * random.nextDouble(), 0.05 + 2 * random.nextDouble());
        }
        power.level(24 + 20 * random.nextDouble(), 0.5 + 4 * random.nextDouble());
      }
      Sensor sensor = Sensor.k20(0.1).phase(phase(seed, Sensor.K20_PERIOD));
      Polls polls = sensor.poll(power, 0, 60, every(1 * MS, 4 * MS), seed);
      CalibrationRun run =
          CalibrationRun.of(stalled(polls, seed, 90 * MS, 240 * MS, Arrays.copyOf(edges, n)));
      if (!run.constants.isEmpty()) {
        learned++;
        within += Math.abs(run.firstConstant - 0.84) <= 2 * run.firstError ? 1 : 0;
      }
    }
    assertThat(learned).isGreaterThan(20);
    assertThat((double) within / learned).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void givesAStepUpThatGetsTooLong() {
    // A rise that does not settle for ten seconds, at 5 ms between updates.
    Sensor sensor = new Sensor(Response.passThrough(), 5 * MS, 0.002, 0.01, 0.001);
    PowerTrace power = PowerTrace.from(50).hold(2).ramp(3000, 10).level(50, 5);

    CalibrationRun run = CalibrationRun.of(sensor.poll(power, 0, 17, every(1 * MS, 2 * MS), 1));

    assertThat(run.mostCollected).isEqualTo(511); // the 512th has it judged and given up
    assertThat(run.state.collected).isZero();
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

  /** Polls of a driver that stalls about each of some times, by a length between two. */
  private static Polls stalled(
      Polls polls, long seed, double least, double most, double... seconds) {
    Random random = Seeds.random(~seed);
    Polls answered = polls;
    for (double second : seconds) {
      double length = least + (most - least) * random.nextDouble();
      double start = second - length * random.nextDouble();
      answered = answered.without(nanos(start), nanos(start + length));
    }
    return answered;
  }

  private static List<Lesson> hidingTheSecond(Sensor sensor, PowerTrace power) {
    Polls polls = sensor.poll(power, 0, power.seconds(), every(1 * MS, 3 * MS), 5);
    return CalibrationRun.of(polls.without(nanos(5.9), nanos(6.05))).lessons;
  }

  /** Polls of many steps up and down that last at random. */
  private static Polls edges(Sensor sensor, int count, long seed) {
    Random random = Seeds.random(seed);
    PowerTrace power = PowerTrace.from(25);
    for (int i = 0; i < count; i++) {
      power.level(25, 1 + random.nextDouble()).level(150, 1 + random.nextDouble());
    }
    return sensor.poll(power, 0, power.seconds(), every(1 * MS, 3 * MS), seed);
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
