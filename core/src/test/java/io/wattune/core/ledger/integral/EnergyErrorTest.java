package io.wattune.core.ledger.integral;

import static io.wattune.core.simulated.Sensor.every;
import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/**
 * Each term of the standard error against repeated simulation: the root mean square of (energy -
 * truth) / error over seeds is near 1 where the term is exact and below where it is a bound.
 */
class EnergyErrorTest {
  private static final int SEEDS = 200;
  private static final double C = 0.84;
  private static final double H = 0.015;

  @Test
  void noiseOfTheEndPointsIsWhatTheLagMakesOfIt() {
    Scores scores =
        scores(
            seed -> {
              PowerTrace power = PowerTrace.from(100);
              Sensor sensor = sensor(Response.lag(C), seed, 0.5);
              return run(Profiles.lag(C, 0, 0.5), sensor, power, 10, seed, 3.001, 7.003);
            });

    // Between two samples interpolation averages noise: two thirds of the variance remain.
    scores.assertRms(0.65, 1.1);
  }

  @Test
  void noiseOfAPassThroughSensorAveragesOut() {
    Scores scores =
        scores(
            seed -> {
              Sensor sensor = sensor(Response.passThrough(), seed, 2);
              PowerTrace power = PowerTrace.from(100);
              return run(Profiles.passThrough(2), sensor, power, 10, seed, 3.001, 7.003);
            });

    scores.assertRms(0.85, 1.2);
  }

  @Test
  void noiseOfFewSamplesCountsMore() {
    Scores scores =
        scores(
            seed -> {
              Sensor sensor = sensor(Response.passThrough(), seed, 2);
              Polls polls = sensor.poll(PowerTrace.from(100), 0, 30, every(0.9, 1.1), seed);
              LedgerRun run = LedgerRun.given(Profiles.passThrough(2));
              run.take(polls).span("x", 5.3, 25.8).end();
              return score(run, PowerTrace.from(100), 5.3, 25.8);
            });

    // Of sparse samples noise counts twice, since it also looks like steps between them.
    scores.assertRms(0.65, 1.2);
  }

  @Test
  void aStepInsideIsPlacedBetweenTwoSamplesToo() {
    Scores scores =
        scores(
            seed -> {
              Sensor sensor = sensor(Response.passThrough(), seed, 0.01);
              PowerTrace power = PowerTrace.from(24).hold(3).level(158, 9);
              return run(Profiles.passThrough(0), sensor, power, 9, seed, 2, 5);
            });

    scores.assertRms(0.85, 1.2);
  }

  @Test
  void burstsBetweenSparseSamplesAreAllowedFor() {
    Scores scores =
        scores(
            seed -> {
              Random random = Seeds.random(seed);
              PowerTrace power = PowerTrace.from(50);
              while (power.seconds() < 40) {
                power.level(150 + 50 * random.nextDouble(), 0.01 + 0.5 * random.nextDouble());
                power.level(40 + 20 * random.nextDouble(), 0.01 + 0.5 * random.nextDouble());
              }
              Sensor sensor = sensor(Response.passThrough(), seed, 0.1);
              LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1));
              run.take(sensor.poll(power, 0, 40, every(0.9, 1.1), seed)).span("x", 5.3, 35.8).end();
              return score(run, power, 5.3, 35.8);
            });

    scores.assertWithinTwoSigma(0.9);
    scores.assertRms(0.5, 1.2);
  }

  @Test
  void errorOfTheTimeConstantCountsWithTheStepOfTheReading() {
    Scores scores =
        scores(
            seed -> {
              double c = C + 0.03 * Seeds.random(seed).nextGaussian();
              Sensor sensor = sensor(Response.lag(c), seed, 0.01);
              PowerTrace power = PowerTrace.from(24).hold(1).level(158, 9);
              return run(Profiles.lag(C, 0.03, 0), sensor, power, 10, seed, 0.5, 4);
            });

    scores.assertRms(0.85, 1.2);
  }

  @Test
  void errorOfTheDelayCountsWithTheStepOfPower() {
    Scores scores =
        scores(
            seed -> {
              double delay = 0.05 * Seeds.random(seed).nextGaussian();
              Sensor sensor = sensor(Response.passThrough().delayed(delay), seed, 0.01);
              PowerTrace power = PowerTrace.from(50).hold(3).level(150, 9);
              return run(Profiles.delayed(0, 0, 0.05), sensor, power, 10, seed, 1, 6);
            });

    scores.assertRms(0.85, 1.2);
  }

  @Test
  void errorOfTheDelayCountsAtStepsThatLieAtTheEnds() {
    Scores scores =
        scores(
            seed -> {
              double delay = 0.01 * Seeds.random(seed).nextGaussian();
              Sensor sensor = sensor(Response.lag(C).delayed(delay), seed, 0.01);
              PowerTrace power = PowerTrace.from(50).hold(3).level(150, 3).level(60, 5);
              return run(Profiles.delayed(C, 0, 0.01), sensor, power, 10, seed, 3, 6);
            });

    // The two ends' errors are one delay's: they cancel where power goes up and comes down.
    scores.assertRms(0.1, 1.15);
  }

  @Test
  void aStepAtAnEndIsPlacedBetweenTwoSamples() {
    for (double c : new double[] {C, 0}) {
      Scores scores =
          scores(
              seed -> {
                Sensor sensor =
                    sensor(c > 0 ? Response.lag(c) : Response.passThrough(), seed, 0.01);
                PowerTrace power = PowerTrace.from(24).hold(3).level(158, 2).level(52, 4);
                return run(Profiles.lag(c, 0, 0), sensor, power, 9, seed, 3, 5);
              });

      // A lag's corner says when the step was, to what is known of a sample's time: up to a whole
      // interval between polls, of which the comb averages some out.
      scores.assertRms(c > 0 ? 0.25 : 0.5, 1.3);
      scores.assertWithinTwoSigma(0.9);
    }
  }

  @Test
  void gainAndOffsetErrorsScaleWithEnergyAndTime() {
    Scores scores =
        scores(
            seed -> {
              var random = Seeds.random(seed);
              double gain = 1.05 + 0.03 * random.nextGaussian();
              double offset = -3 + 2 * random.nextGaussian();
              Response response = (power, t) -> (power.wattsAt(t) - offset) / gain;
              Sensor sensor = sensor(response, seed, 0.01);
              PowerTrace power = PowerTrace.from(120);
              SensorProfile profile = Profiles.scaled(0, 1.05, 0.03, -3, 2);
              return run(profile, sensor, power, 8, seed, 2, 6);
            });

    scores.assertRms(0.85, 1.2);
  }

  @Test
  void errorsOfGainAndOffsetCancelAtThePlateauThatPinsTheLine() {
    // A line pinned at 100 W of the sensor with 0.5 W: offset = -100 gain + const.
    double gainError = 0.02;
    double pinned = 0.5;
    double offsetError = Math.hypot(100 * gainError, pinned);
    double covariance = -100 * gainError * gainError;
    SensorProfile profile = Profiles.pinned(1.02, gainError, -2, offsetError, covariance);
    LedgerRun run = LedgerRun.given(profile);
    Sensor sensor = sensor((power, t) -> power.wattsAt(t), 1, 0);
    run.take(sensor.poll(PowerTrace.from(100), 0, 20, every(0.002, 0.004), 1)).span("x", 5, 15);

    // 10 s at the plateau: the pinned error alone, times 10 s.
    double error = run.end().span("x").standardErrorMicrojoules() * 1e-6;
    assertThat(error).isCloseTo(10 * pinned, within(1e-3));
  }

  @Test
  void aSensorThatIsTooSlowForAnActivityDoesNotPretendToKnowIt() {
    // Loads of 50 ms with 50 ms between, seen through a window of 100 ms once in 100 ms: the
    // readings
    // hardly move. Before them a load of 2 s, so that the highest power has been seen.
    Sensor sensor = new Sensor(Response.boxcar(0.1), 0.1, 0.03, 0.2, 0.01);
    PowerTrace power = PowerTrace.from(120).hold(2).level(330, 2).level(120, 2);
    for (int i = 0; i < 40; i++) {
      power.level(330, 0.05).level(120, 0.05);
    }
    LedgerRun run = LedgerRun.learning().take(sensor.poll(power, 0, 10, every(0.006, 0.010), 5));
    for (int i = 0; i < 40; i++) {
      run.span("k" + i, 6 + 0.1 * i, 6.05 + 0.1 * i);
    }
    run.end();

    int within = 0;
    for (int i = 0; i < 40; i++) {
      LedgerEntry entry = run.span("k" + i);
      double off = entry.energyMicrojoules() * 1e-6 - power.joules(6 + 0.1 * i, 6.05 + 0.1 * i);
      within += Math.abs(off) <= 2 * entry.standardErrorMicrojoules() * 1e-6 ? 1 : 0;
    }
    assertThat(run.profiles).isEmpty();
    assertThat(within).isGreaterThanOrEqualTo(36);
  }

  @Test
  void powerInABridgedGapIsAnywhereBetweenItsEnds() {
    Scores scores =
        scores(
            seed -> {
              double step = 3 + 4 * Seeds.random(seed).nextDouble();
              PowerTrace power = PowerTrace.from(60).hold(step).level(160, 10);
              Sensor sensor = sensor(Response.passThrough(), seed, 0.01);
              LedgerRun run = LedgerRun.given(Profiles.passThrough(0));
              Polls polls = sensor.poll(power, 0, 10, every(0.001, 0.003), seed);
              run.take(polls.without(nanos(3), nanos(7))).span("x", 1, 9).end();
              return score(run, power, 1, 9);
            });

    scores.assertRms(0.85, 1.2);
  }

  @Test
  void everythingTogetherLiesWithinTwoSigmaNineTimesInTen() {
    Scores scores =
        scores(
            seed -> {
              var random = Seeds.random(seed);
              double c = C + 0.025 * random.nextGaussian();
              double delay = 0.004 * random.nextGaussian();
              double gain = 1 + 0.01 * random.nextGaussian();
              Response lag = Response.lag(c).delayed(delay);
              Sensor sensor = sensor((power, t) -> lag.at(power, t) / gain, seed, 0.1);
              double start = 2 + random.nextDouble();
              double length = 0.1 + 3 * random.nextDouble();
              PowerTrace power =
                  PowerTrace.from(24).hold(start).level(158, length).level(52.5, 8 - length);
              SensorProfile profile = Profiles.of(C, 0.025, 0, 0.004, 1, 0.01, 0, 0, 0.1);
              double from = random.nextBoolean() ? start : start - random.nextDouble();
              double to = start + length + (random.nextBoolean() ? 0 : random.nextDouble());
              return run(profile, sensor, power, 10, seed, from, to);
            });

    scores.assertWithinTwoSigma(0.9);
    scores.assertRms(0.5, 1.2);
  }

  @Test
  void windowsOfALearnedSensorLieWithinTwoSigmaNineTimesInTen() {
    double[] z = new double[1000];
    int n = 0;
    int within = 0;
    for (int seed = 0; seed < 8; seed++) {
      var random = Seeds.random(seed);
      PowerTrace power = PowerTrace.from(24).hold(2);
      while (power.seconds() < 60) {
        power.level(100 + 80 * random.nextDouble(), 0.2 + 4 * random.nextDouble());
        power.level(24 + 30 * random.nextDouble(), 0.2 + 4 * random.nextDouble());
      }
      Sensor sensor = Sensor.k20(0.05).phase(random.nextDouble() * H);
      LedgerRun run = LedgerRun.learning().take(sensor.poll(power, 0, 60, sensor.inRuns(), seed));
      run.end();
      assertThat(run.profiles).isNotEmpty();
      for (LedgerEntry entry : run.book(Book.WINDOW1S)) {
        double from = (entry.startNanos() - Sensor.EPOCH_NANOS) * 1e-9;
        if (from >= 1 && from < 58) {
          double error =
              Math.sqrt(
                      Math.pow(entry.standardErrorMicrojoules(), 2)
                          - Math.pow(entry.scaleErrorMicrojoules(), 2))
                  * 1e-6;
          z[n] = (entry.energyMicrojoules() * 1e-6 - power.joules(from, from + 1)) / error;
          within += Math.abs(z[n]) <= 2 ? 1 : 0;
          n++;
        }
      }
    }
    assertThat(n).isGreaterThan(400);
    assertThat((double) within / n).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void aLagIsLearnedAndNoEnergyLostWhereTheDriverStallsOnEveryEdge() {
    for (int seed = 0; seed < 10; seed++) {
      var random = Seeds.random(seed);
      PowerTrace power = PowerTrace.from(23.64).hold(1 + 3 * random.nextDouble());
      double[] stalls = new double[15];
      int n = 0;
      for (int i = 0; i < 3; i++) {
        for (double[] level : new double[][] {{158, 6}, {52.5, 3.5}, {44, 1}, {23.64, 4}}) {
          stalls[n++] = power.seconds() - 0.14 * random.nextDouble();
          power.level(level[0], level[1]);
        }
        stalls[n++] = power.seconds() - 14.5 + 0.25; // in the rise, too
      }
      Sensor sensor = Sensor.k20(0.02).phase(random.nextDouble() * H);
      Polls polls = sensor.poll(power, 0, 44, seed % 2 == 0 ? sensor.inRuns() : every(H, H), seed);
      for (double stall : stalls) {
        polls = polls.without(nanos(stall), nanos(stall + 0.14));
      }

      LedgerRun run = LedgerRun.learning().take(polls).end();

      assertThat(run.profiles).as("profiles of seed %s", seed).isNotEmpty();
      assertThat(run.profiles.get(0).response().timeConstantSeconds())
          .isCloseTo(C, within(0.03 * C));
      double off = -power.joules(1, 43);
      double error = 0;
      for (LedgerEntry entry : run.book(Book.WINDOW1S)) {
        double from = (entry.startNanos() - Sensor.EPOCH_NANOS) * 1e-9;
        if (from >= 1 && from < 43) {
          off += entry.energyMicrojoules() * 1e-6;
          // Errors of neighbours go with one another: added as they are, they bound the sum's.
          error +=
              Math.sqrt(
                      Math.pow(entry.standardErrorMicrojoules(), 2)
                          - Math.pow(entry.scaleErrorMicrojoules(), 2))
                  * 1e-6;
        }
      }
      assertThat(Math.abs(off)).isLessThan(0.005 * power.joules(1, 43)).isLessThan(error);
    }
  }

  private static Sensor sensor(Response response, long seed, double noise) {
    double phase = Seeds.random(1000 + seed).nextDouble() * H;
    return new Sensor(response, H, phase, noise, 0.001);
  }

  private static double run(
      SensorProfile profile,
      Sensor sensor,
      PowerTrace power,
      double seconds,
      long seed,
      double from,
      double to) {
    LedgerRun run = LedgerRun.given(profile);
    run.take(sensor.poll(power, 0, seconds, every(0.0005, 0.0015), seed)).span("x", from, to).end();
    return score(run, power, from, to);
  }

  private static double score(LedgerRun run, PowerTrace power, double from, double to) {
    return (run.joules("x") - power.joules(from, to)) / run.errorJoules("x");
  }

  private static Scores scores(LongFunction<Double> score) {
    double[] z = new double[SEEDS];
    for (int seed = 0; seed < SEEDS; seed++) {
      z[seed] = score.apply(seed);
    }
    return new Scores(z);
  }

  private record Scores(double[] z) {
    void assertRms(double least, double most) {
      double sum = 0;
      for (double score : z) {
        sum += score * score;
      }
      assertThat(Math.sqrt(sum / z.length))
          .as("rms of (energy - truth) / error")
          .isBetween(least, most);
    }

    void assertWithinTwoSigma(double share) {
      int within = 0;
      for (double score : z) {
        within += Math.abs(score) <= 2 ? 1 : 0;
      }
      assertThat((double) within / z.length).as("within two sigma").isGreaterThanOrEqualTo(share);
    }
  }
}
