package io.wattune.core.thermal.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Seeds;
import org.junit.jupiter.api.Test;

class TemperatureSensorModelTest {
  private static final long SECOND = 1_000_000_000L;

  /** How often what was predicted was within two stated errors, and how large these were. */
  private static final class Score {
    int all;
    int within;
    double errors;
    double squares;

    void take(Prediction predicted, double truth) {
      double off = predicted.celsius() - truth;
      all++;
      within += Math.abs(off) <= 2 * predicted.standardError() ? 1 : 0;
      errors += predicted.standardError();
      squares += off * off;
    }

    double share() {
      return (double) within / all;
    }

    @Override
    public String toString() {
      return "%d: %.1f %% within two errors of %.2f K on average, off by %.2f K rms"
          .formatted(all, 100 * share(), errors / all, Math.sqrt(squares / all));
    }
  }

  /**
   * 200 devices of two time constants, delays up to two seconds, steps of 0.1 and 1 K, rounded and
   * cut: 95 % of temperatures, now and four seconds ahead, within two stated errors, which is what
   * errors promise. From the first minute on, and in the first one as well.
   */
  @Test
  void whatIsStatedHolds() {
    var now = new Score();
    var ahead = new Score();
    var early = new Score();
    for (int seed = 0; seed < 200; seed++) {
      var device = new DrawnHeat(Seeds.random(seed));
      long nanos = 1000 * SECOND;
      device.step();
      var model =
          new TemperatureSensorModel(
              60 / device.highestWatts, nanos, device.watts(), device.shown());
      for (int i = 1; i <= 4000; i++) {
        device.step();
        nanos += SECOND / 10;
        model.power(nanos, device.watts());
        if (i % 10 == 0) {
          model.temperature(nanos, device.shown());
        }
        if (i % 50 == 25) {
          (i < 600 ? early : now).take(model.predict(device.watts(), 0), device.celsius());
          (i < 600 ? early : ahead).take(model.predict(device.watts(), 4), device.celsiusAfter(4));
        }
      }
    }
    System.out.println("sensor: now " + now + "; ahead " + ahead + "; first minute " + early);
    assertThat(now.share()).as("now %s", now).isGreaterThanOrEqualTo(0.95);
    assertThat(ahead.share()).as("ahead %s", ahead).isGreaterThanOrEqualTo(0.95);
    assertThat(early.share()).as("first minute %s", early).isGreaterThanOrEqualTo(0.95);
    // An error that holds because it is huge is of no use: a step of the sensor and half.
    assertThat(ahead.errors / ahead.all).as("ahead %s", ahead).isLessThan(1.5);
  }

  /** After some loads what a device of one time constant and 0.13 K/W does is known to a tenth. */
  @Test
  void theResistanceIsLearned() {
    long nanos = 0;
    double celsius = 30 + 0.13 * 60;
    var model = new TemperatureSensorModel(0.3, nanos, 60, celsius);
    for (int i = 1; i <= 9000; i++) {
      double watts = i / 600 % 2 == 0 ? 60 : 260;
      celsius += (30 + 0.13 * watts - celsius) * (1 - Math.exp(-0.1 / 12));
      nanos += SECOND / 10;
      model.power(nanos, watts);
      if (i % 10 == 0) {
        model.temperature(nanos, Math.rint(celsius));
      }
    }
    // Of what a watt makes once all has settled.
    double settled = model.predict(260, 1e5).celsius() - model.predict(60, 1e5).celsius();
    assertThat(settled / 200).isBetween(0.117, 0.143);
  }
}
