package io.wattune.core.ledger.integral;

import static io.wattune.core.simulated.Sensor.every;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Errors of simulated sensors over the errors that entries state: combs, polls, loads, windows and
 * delays at random, each as wrong as the profile says. Nothing here is fitted to a recorded card.
 */
class BoxcarErrorTest {
  private static final double NOISE = 0.2;

  /** Window and update period in ms. */
  @ParameterizedTest
  @CsvSource({"10, 20", "25, 100", "100, 100", "105, 100", "500, 100", "1000, 100"})
  void ninePartsInTenLieWithinTwoErrors(double window, double period) {
    Tally tally = new Tally();
    for (int seed = 0; seed < 100; seed++) {
      tally.add(new Case(window * 1e-3, period * 1e-3, seed));
    }
    tally.require();
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"10, 20", "25, 100", "100, 100", "105, 100", "250, 100", "500, 100", "1000, 100"})
  void ninePartsInTenLieWithinTwoErrorsOfMany(double window, double period) {
    Tally tally = new Tally();
    for (int seed = 1000; seed < 2000; seed++) {
      tally.add(new Case(window * 1e-3, period * 1e-3, seed));
    }
    tally.require();
  }

  /** Kernels between steady levels are known far better than the sensor's window suggests. */
  @Test
  void whatIsStatedIsNotMuchTooMuch() {
    double off = 0;
    double stated = 0;
    for (int seed = 0; seed < 50; seed++) {
      Random random = Seeds.random(seed);
      double length = 2 + random.nextDouble();
      PowerTrace power = PowerTrace.from(60).hold(3 + random.nextDouble());
      double start = power.seconds();
      power.level(300, length).level(60, 4);
      Sensor sensor = new Sensor(Response.boxcar(1), 0.1, 0.1 * random.nextDouble(), NOISE, 0.01);
      LedgerRun run = LedgerRun.given(Profiles.boxcar(1, 0, 0.1, 0, NOISE));
      run.take(sensor.poll(power, 0, power.seconds(), every(0.001, 0.003), seed));
      run.span("x", start, start + length).end();
      off += Math.pow(run.joules("x") - power.joules(start, start + length), 2) / 50;
      stated += Math.pow(run.errorJoules("x"), 2) / 50;
    }
    // 750 J, of which the readings show 120 J late.
    assertThat(Math.sqrt(off)).isLessThan(1);
    assertThat(Math.sqrt(stated)).isLessThan(3).isGreaterThan(Math.sqrt(off));
  }

  /**
   * Loads of 50 ms with 50 ms between, through windows of 100 ms every 100 ms: the readings hardly
   * move. Before them one of 2 s, so that the highest power has been seen.
   */
  @Test
  void loadsInStepWithTheSensorSayThatTheyAreHardlySeparable() {
    PowerTrace power = PowerTrace.from(120).hold(3).level(330, 2).level(120, 2);
    for (int i = 0; i < 40; i++) {
      power.level(330, 0.05).level(120, 0.05);
    }
    power.level(120, 2);
    for (double window : new double[] {0.025, 0.1, 1}) {
      Sensor sensor = new Sensor(Response.boxcar(window), 0.1, 0.03, NOISE, 0.01);
      LedgerRun run = LedgerRun.given(Profiles.boxcar(window, 0, 0.1, 0, NOISE));
      run.take(sensor.poll(power, 0, power.seconds(), every(0.006, 0.010), 5));
      for (int i = 0; i < 40; i++) {
        run.span("k" + i, 7 + 0.1 * i, 7.05 + 0.1 * i);
      }
      run.end();

      int within = 0;
      for (int i = 0; i < 40; i++) {
        double off = run.joules("k" + i) - power.joules(7 + 0.1 * i, 7.05 + 0.1 * i);
        within += Math.abs(off) <= 2 * run.errorJoules("k" + i) ? 1 : 0;
      }
      assertThat(within).as("window %s", window).isGreaterThanOrEqualTo(36);
    }
  }

  /** Polls about as often as updates miss some of them. */
  @ParameterizedTest
  @CsvSource({"25, 80", "100, 80", "100, 100", "100, 250", "1000, 100", "1000, 250"})
  void sparsePollsAreAllowedFor(double window, double poll) {
    Tally tally = new Tally();
    for (int seed = 0; seed < 60; seed++) {
      tally.add(new Case(window * 1e-3, 0.1, seed, poll * 1e-3));
    }
    tally.require();
  }

  /** An error of the window shows between levels that differ. */
  @Test
  void errorOfTheWindowCountsWithTheStepOfPower() {
    double squares = 0;
    for (int seed = 0; seed < 200; seed++) {
      double window = 0.5 + 0.02 * Seeds.random(seed).nextGaussian();
      PowerTrace power = PowerTrace.from(60).hold(3).level(260, 6);
      Sensor sensor = new Sensor(Response.boxcar(window), 0.02, 0.0137, 0.01, 0.001);
      LedgerRun run = LedgerRun.given(Profiles.boxcar(0.5, 0.02, 0.02, 0, 0.01));
      run.take(sensor.poll(power, 0, 9, every(0.0005, 0.0015), seed)).span("x", 1, 7).end();
      double z = (run.joules("x") - power.joules(1, 7)) / run.errorJoules("x");
      squares += z * z / 200;
    }
    assertThat(Math.sqrt(squares)).isBetween(0.8, 1.2);
  }

  /** One random sensor and load, with spans about it. */
  private static final class Case {
    final LedgerRun run;
    final PowerTrace power;
    final double[][] spans = new double[4][];

    Case(double window, double period, long seed) {
      this(window, period, seed, period / (2 + 8 * Seeds.random(~seed).nextDouble()));
    }

    Case(double window, double period, long seed, double poll) {
      Random random = Seeds.random(seed);
      power = PowerTrace.from(40 + 40 * random.nextDouble()).hold(2.5 + random.nextDouble());
      double start = power.seconds();
      load(power, random, 0.5 + 4 * random.nextDouble());
      double end = power.seconds();
      power.level(40 + 40 * random.nextDouble(), 4);
      double windowError = 0.01 * window;
      double delayError = period / 25;
      Response response =
          Response.boxcar(window + windowError * random.nextGaussian())
              .delayed(delayError * random.nextGaussian());
      Sensor sensor = new Sensor(response, period, period * random.nextDouble(), NOISE, 0.01);
      SensorProfile profile = Profiles.boxcar(window, windowError, period, delayError, NOISE);
      Polls polls = sensor.poll(power, 0, power.seconds(), every(0.8 * poll, 1.2 * poll), ~seed);
      run = LedgerRun.given(profile).take(polls);
      spans[0] = new double[] {start, end};
      double from = start - 1 + (end - start + 1) * random.nextDouble();
      spans[1] = new double[] {from, from + 1};
      spans[2] = new double[] {start, start + 0.1 + (end - start - 0.1) * random.nextDouble()};
      spans[3] = new double[] {from, from + 0.3 * random.nextDouble() + 0.05};
      for (int i = 0; i < spans.length; i++) {
        run.span("x" + i, spans[i][0], spans[i][1]);
      }
      run.end();
    }

    private static void load(PowerTrace power, Random random, double seconds) {
      double end = power.seconds() + seconds;
      double least = Math.pow(10, -2 + 2 * random.nextDouble());
      boolean ramps = random.nextInt(4) == 0;
      while (power.seconds() < end) {
        double watts = 80 + 220 * random.nextDouble();
        double length = least * (1 + 2 * random.nextDouble());
        if (ramps) {
          power.ramp(watts, Math.max(0.01, length));
        } else {
          power.level(watts, length);
        }
      }
    }
  }

  private static final class Tally {
    private int within;
    private int all;
    private final int[] withinOf = new int[4];

    void add(Case one) {
      for (int i = 0; i < one.spans.length; i++) {
        double truth = one.power.joules(one.spans[i][0], one.spans[i][1]);
        double z = (one.run.joules("x" + i) - truth) / one.run.errorJoules("x" + i);
        boolean is = Math.abs(z) <= 2;
        within += is ? 1 : 0;
        withinOf[i] += is ? 1 : 0;
        all++;
      }
    }

    void require() {
      assertThat((double) within / all)
          .as("within two errors: %s of %s each", java.util.Arrays.toString(withinOf), all / 4)
          .isGreaterThanOrEqualTo(0.9);
    }
  }
}
