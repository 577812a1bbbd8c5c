package io.wattune.core.polling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Polls every 4 to 5.6 ms of sensors of which no more is known. */
class PeriodProbeTest {
  private static final long MILLI = 1_000_000L;

  private static PeriodProbe probe(LongUnaryOperator update, double standing, long seed) {
    var random = new SplittableRandom(seed);
    var probe = new PeriodProbe();
    long before = 0;
    while (!probe.isFull()) {
      long now = before + 4 * MILLI + random.nextLong(1_600_000);
      boolean isNew = update.applyAsLong(now) != update.applyAsLong(before);
      if (isNew && random.nextDouble() >= standing) {
        probe.changed(before, now);
      }
      before = now;
    }
    return probe;
  }

  @ParameterizedTest
  @ValueSource(doubles = {8, 9.3, 10, 12.5, 14, 15.45, 16, 20, 22.2, 31, 39})
  void findsThePeriodAlsoWhereValuesStandStill(double millis) {
    for (long seed = 1; seed <= 20; seed++) {
      PeriodProbe probe = probe(nanos -> (long) (nanos / (millis * MILLI)), 0.3, seed);

      UpdateTimes found = probe.find(7.6 * MILLI, 40 * MILLI);

      assertThat(found).as("seed %d", seed).isNotNull();
      assertThat(found.periodNanos() / MILLI).isBetween(0.99 * millis, 1.01 * millis);
    }
  }

  @Test
  void changesWithoutAPeriodHaveNone() {
    for (long seed = 1; seed <= 50; seed++) {
      PeriodProbe probe = probe(LongUnaryOperator.identity(), 0.6, seed);

      assertThat(probe.find(7.6 * MILLI, 40 * MILLI)).as("seed %d", seed).isNull();
    }
  }

  @Test
  void aPeriodOutsideOfWhatMayBeIsNotTakenForAnotherOne() {
    for (long seed = 1; seed <= 50; seed++) {
      for (long millis : new long[] {5, 6, 100}) {
        PeriodProbe probe = probe(nanos -> nanos / (millis * MILLI), 0, seed);

        UpdateTimes found = probe.find(7.6 * MILLI, 40 * MILLI);

        // A whole part of a slower sensor's period misses nothing.
        boolean isPart =
            found != null && Math.abs(millis * MILLI / found.periodNanos() % 1 - 0.5) > 0.45;
        assertThat(found == null || isPart).as("seed %d, %d ms", seed, millis).isTrue();
      }
    }
  }

  @Test
  void tooFewChangesSayNothing() {
    var probe = new PeriodProbe();
    for (int i = 1; i < 32; i++) {
      probe.changed(i * 20 * MILLI - 4 * MILLI, i * 20 * MILLI);
    }

    assertThat(probe.saysSomething()).isFalse();
    assertThat(probe.find(7.6 * MILLI, 40 * MILLI)).isNull();
  }
}
