package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CounterUpdatesTest {
  private static final long EPOCH = 1_700_000_000_000_000_000L;
  private static final double PERIOD = 0.1;

  private static long counter(PowerTrace power, double at) {
    double updated = PERIOD * Math.floor(at / PERIOD);
    return Math.round(1e3 * power.joules(0, updated)) + 4_294_000_000L;
  }

  private static long nanos(double seconds) {
    return EPOCH + Math.round(seconds * 1e6) * 1000;
  }

  @Test
  void readingsTimesTheirPeriodsAreWhatWasCounted() {
    PowerTrace power = PowerTrace.from(140).hold(1);
    for (int i = 0; i < 300; i++) {
      power.level(880, 0.05).level(140, 0.054);
    }
    Random random = Seeds.random(3);
    var updates = new CounterUpdates();
    double sum = 0;
    double from = Double.NaN;
    double to = 0;
    for (double at = 0.03; at < 30; at += 0.003 + 0.009 * random.nextDouble()) {
      updates.accept(nanos(at), counter(power, at));
      double updated = PERIOD * Math.floor(at / PERIOD);
      if (at > 5 && updated > to) { // the period is known by then
        from = Double.isNaN(from) ? updated - PERIOD : from;
        to = updated;
        sum += updates.meanMilliwatts() * 1e-3 * PERIOD;
      }
    }

    // The period is learned to some 0.1 % of it; no reading is left out, or counted twice.
    assertThat(sum / power.joules(from, to)).isCloseTo(1, within(0.002));
  }

  @Test
  void eachReadingIsTheMeanOfItsPeriod() {
    PowerTrace power = PowerTrace.from(100).hold(6).level(700, 3);
    var updates = new CounterUpdates();
    for (double at = 0.03; at < 8; at += 0.007) {
      updates.accept(nanos(at), counter(power, at));
      if (at > 3 && at < 5.9) {
        assertThat(updates.meanMilliwatts()).isCloseTo(100e3, within(0.5e3));
      } else if (at > 6.3) {
        assertThat(updates.meanMilliwatts()).isCloseTo(700e3, within(3.5e3));
      }
    }
  }

  @Test
  void aCounterThatWasSetIsNoPower() {
    var updates = new CounterUpdates();
    long value = 5_000_000;
    for (int i = 0; i < 400; i++) {
      value += i == 200 ? -4_000_000 : i == 300 ? 90_000_000 : 1_000;
      for (int poll = 0; poll < 10; poll++) {
        updates.accept(nanos(i * 0.1 + poll * 0.01), value);
      }
      if (i == 200 || i == 300) {
        assertThat(updates.meanMilliwatts()).isNaN();
      } else if (i > 50) {
        assertThat(updates.meanMilliwatts()).isCloseTo(10e3, within(50.0));
      }
    }
  }

  @Test
  void aPauseAndAMissingValueSayNothing() {
    var updates = new CounterUpdates();
    updates.accept(nanos(0), EnergyColumn.MISSING);
    assertThat(updates.meanMilliwatts()).isNaN();
    for (int i = 0; i < 300; i++) {
      updates.accept(nanos(i * 0.01), 1_000L * (i / 10));
    }
    assertThat(updates.meanMilliwatts()).isCloseTo(10e3, within(50.0));

    updates.accept(nanos(8), 900_000);

    assertThat(updates.meanMilliwatts()).isNaN();
  }
}
