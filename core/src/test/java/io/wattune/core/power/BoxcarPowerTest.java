package io.wattune.core.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoxcarPowerTest {
  private static final double T = 0.1;

  @Test
  void aWindowIsPutInItsMiddle() {
    TruePower out = run(0.025, 0.03, PowerTrace.from(100).hold(0.4).ramp(200, 1).hold(1), 0, 1);

    for (int i = 6; i < 13; i++) {
      double at = (out.timesNanos()[i] - Sensor.EPOCH_NANOS) * 1e-9;
      assertThat(at).isCloseTo(i * T - 0.03 - 0.0125, within(1e-6));
      // The ramp is made of steps of 0.1 W.
      assertThat(out.trueMilliwatts()[i] * 1e-3).isCloseTo(100 + 100 * (at - 0.4), within(0.06));
    }
  }

  @Test
  void aWindowOfAQuarterOfThePeriodSaysWhatItDidNotSee() {
    TruePower steady = run(0.025, 0, PowerTrace.from(200).hold(3), 0, 1);
    TruePower whole = run(0.1, 0, PowerTrace.from(200).hold(3), 0.5, 1);

    assertThat(steady.errorMilliwatts()[5]).isEqualTo(15_000); // 0.75 * 0.1 * 200 W
    assertThat(whole.errorMilliwatts()[5]).isEqualTo(500);
  }

  /** Power that is drawn anew at random times: the period's mean is within two errors. */
  @ParameterizedTest
  @CsvSource({"10, 20", "25, 100"})
  void theMeanOfThePeriodLiesWithinTheError(double window, double period) {
    int within = 0;
    int all = 0;
    for (int seed = 0; seed < 40; seed++) {
      PowerTrace power = restless(Seeds.random(seed), 5, 0.01, 0.3);
      TruePower out = run(window * 1e-3, 0, power, 0.2, seed, period * 1e-3);
      for (int i = 3; i < out.samples() - 2; i++) {
        double middle = (out.timesNanos()[i] - Sensor.EPOCH_NANOS) * 1e-9;
        double half = 0.5e-3 * period;
        double truth = power.joules(middle - half, middle + half) / (2 * half);
        double off = Math.abs(out.trueMilliwatts()[i] * 1e-3 - truth);
        within += off <= 2e-3 * out.errorMilliwatts()[i] ? 1 : 0;
        all++;
      }
    }
    assertThat((double) within / all).isGreaterThan(0.9);
  }

  @Test
  void overlappingWindowsAreTakenApart() {
    PowerTrace power = PowerTrace.from(60).hold(3).level(300, 0.33).level(120, 2.1).level(200, 3);
    TruePower out = run(1, 0.2, power, 0, 1);

    for (int i = 12; i < out.samples() - 1; i++) {
      double end = i * T - 0.2;
      double truth = power.joules(end - T, end) / T;
      assertThat((out.timesNanos()[i] - Sensor.EPOCH_NANOS) * 1e-9)
          .isCloseTo(end - T / 2, within(1e-6));
      assertThat(out.trueMilliwatts()[i] * 1e-3).as("at %s s", end).isCloseTo(truth, within(0.01));
      assertThat(out.qualities()[i]).isEqualTo(Quality.CORRECTED.code());
    }
  }

  /**
   * After n windows {@code 2 n (W/T)^2 + 1} times the variance: nothing to hold on to in between.
   */
  @ParameterizedTest
  @CsvSource({"1, 14.2", "2, 20", "5, 31.6"})
  void noiseGrowsByAFactorWithEachWindowAsItSays(int windows, double factor) {
    double noise = 0.3;
    int sample = 50 + 10 * windows - 5;
    double square = 0;
    double stated = 0;
    int runs = 400;
    for (int seed = 0; seed < runs; seed++) {
      // Steps in every window from 5 s on, quiet before.
      PowerTrace power = PowerTrace.from(100).hold(5);
      for (int k = 0; k < 60; k++) {
        power.level(k % 2 == 0 ? 300 : 150, 0.2);
      }
      TruePower out = run(1, 0, power, noise, seed);
      double truth = power.joules((sample - 1) * T, sample * T) / T;
      square += Math.pow(out.trueMilliwatts()[sample] * 1e-3 - truth, 2) / runs;
      stated += Math.pow(out.errorMilliwatts()[sample] * 1e-3, 2) / runs;
    }
    assertThat(Math.sqrt(square) / noise).isCloseTo(factor, within(0.12 * factor));
    assertThat(Math.sqrt(stated)).isCloseTo(Math.sqrt(square), within(0.12 * factor * noise));
  }

  /** The least error of the three, but for noise alone on steady power. */
  @Test
  void blockDifferencesAreCloserThanTheReadingOrItsSlope() {
    double byBlocks = 0;
    double shifted = 0;
    double bySlope = 0;
    int within = 0;
    int n = 0;
    for (int seed = 0; seed < 30; seed++) {
      PowerTrace power = restless(Seeds.random(seed), 14, 0.1, 1.5);
      TruePower out = run(1, 0, power, 0.2, seed);
      int[] raw = out.rawMilliwatts();
      for (int i = 25; i < out.samples() - 1; i++) {
        double truth = power.joules((i - 1) * T, i * T) / T;
        double then = power.joules(i * T - 0.55, i * T - 0.45) / T;
        double slope = (raw[i + 1] - raw[i - 1]) * 1e-3 / (2 * T);
        double off = out.trueMilliwatts()[i] * 1e-3 - truth;
        byBlocks += off * off;
        shifted += Math.pow(raw[i] * 1e-3 - then, 2);
        bySlope += Math.pow(raw[i] * 1e-3 + 0.5 * slope - truth, 2);
        within += Math.abs(off) <= 2e-3 * out.errorMilliwatts()[i] ? 1 : 0;
        n++;
      }
    }
    assertThat(Math.sqrt(byBlocks / n)).isLessThan(8);
    assertThat(shifted).isGreaterThan(10 * byBlocks);
    assertThat(bySlope).isGreaterThan(10 * byBlocks);
    assertThat((double) within / n).isGreaterThan(0.9);
  }

  @Test
  void beginsAnewBehindAGap() {
    var columns = new PowerColumns();
    var state = new PowerState();
    SensorProfile profile = profile(1, T, 0, 0);
    for (int i = 0; i < 40; i++) {
      double watts = i < 20 ? 100 : 250;
      PowerCorrector.accept(
          state, profile, Sensor.nanos(i * T + (i < 20 ? 0 : 60)), watts, i != 20, columns);
    }
    TruePower out = columns.take("d", "s", 0, "p", 0);

    for (int i = 0; i < 39; i++) {
      boolean none = i == 0 || i == 20;
      assertThat(out.qualities()[i]).isEqualTo((none ? Quality.GAP : Quality.CORRECTED).code());
      if (!none) {
        assertThat(out.trueMilliwatts()[i]).isEqualTo(i < 20 ? 100_000 : 250_000);
      }
    }
  }

  @Test
  void aSensorThatIsFoundToAverageInTheMiddleOfATraceGoesOnFromThere() {
    var columns = new PowerColumns();
    var state = new PowerState();
    SensorProfile before = io.wattune.core.sensor.ProfileChoice.prior("d", "s");
    for (int i = 0; i < 40; i++) {
      SensorProfile profile = i < 20 ? before : profile(1, T, 0, 0);
      PowerCorrector.accept(state, profile, Sensor.nanos(i * T), 100, i > 0, columns);
    }
    TruePower out = columns.take("d", "s", 0, "p", 0);

    assertThat(out.samples()).isEqualTo(39);
    for (int i = 20; i < 39; i++) {
      assertThat(out.trueMilliwatts()[i]).isEqualTo(100_000);
    }
  }

  /** As where the update period could not be told: each poll comes as a sample. */
  @Test
  void repeatsBetweenUpdatesMakeNoSpikes() {
    PowerTrace power = PowerTrace.from(60).hold(3).level(300, 0.33).level(120, 2.1).level(200, 3);
    TruePower updates = run(1, 0, power, 0, 1);
    SensorProfile profile = profile(1, T, 0, 0);
    var state = new PowerState();
    var columns = new PowerColumns();
    for (int i = 0; i < updates.samples(); i++) {
      for (int repeat = 0; repeat < 10; repeat++) {
        long time = Sensor.nanos(i * T + 0.01 * repeat);
        PowerCorrector.accept(
            state, profile, time, updates.rawMilliwatts()[i] * 1e-3, true, columns);
      }
    }
    TruePower polls = columns.take("d", "s", 0, "p", 0);

    for (int i = 12; i < updates.samples() - 2; i++) {
      assertThat(polls.trueMilliwatts()[10 * i] * 1e-3)
          .as("at %s s", i * T)
          .isCloseTo(updates.trueMilliwatts()[i] * 1e-3, within(0.05));
    }
  }

  private static PowerTrace restless(Random random, double seconds, double least, double most) {
    PowerTrace power = PowerTrace.from(60).hold(2);
    while (power.seconds() < seconds) {
      power.level(60 + 240 * random.nextDouble(), least + (most - least) * random.nextDouble());
    }
    return power;
  }

  private static TruePower run(
      double window, double delay, PowerTrace power, double noise, long seed) {
    return run(window, delay, power, noise, seed, T);
  }

  private static TruePower run(
      double window, double delay, PowerTrace power, double noise, long seed, double period) {
    Random random = Seeds.random(seed + 1000);
    var columns = new PowerColumns();
    var state = new PowerState();
    SensorProfile profile = profile(window, period, delay, noise);
    Response response = Response.boxcar(window).delayed(delay);
    for (int i = 0; i * period < power.seconds(); i++) {
      double watts = response.at(power, i * period) + noise * random.nextGaussian();
      PowerCorrector.accept(state, profile, Sensor.nanos(i * period), watts, i > 0, columns);
    }
    PowerCorrector.finish(state, profile, columns);
    return columns.take(Polls.DEVICE, Polls.SIGNAL, 0, "p", 0);
  }

  private static SensorProfile profile(double window, double period, double delay, double noise) {
    return new SensorProfile(
        "p",
        Polls.DEVICE,
        Polls.SIGNAL,
        SensorModel.boxcar(window, 0),
        ProfileSource.GIVEN,
        period,
        delay,
        0,
        1,
        0,
        0,
        0,
        0,
        noise,
        0,
        Long.MIN_VALUE);
  }
}
