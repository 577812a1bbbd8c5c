package io.wattune.core.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.reading.Spacing;
import org.junit.jupiter.api.Test;

class RunningIntegralTest {
  private static final double YEAR_SECONDS = 365 * 86_400.0;
  private static final int HOUR_STEPS = 360_000;
  private static final long STEP_NANOS = 10_000_000L;

  /**
   * Each step is rounded to the sum's resolution, 1.9 uJ beyond 2^33 J, and steps that are alike
   * are all rounded to one side: up to half of that in each. At 30 W and a step of 10 ms that is 3
   * millionths, which no meter shows; the energies of books are whole microjoules, and add up
   * whatever is lost here.
   */
  @Test
  void anHourOfIdleAfterAYearAtHundredsOfWattsIsGoodToMillionths() {
    double worst = 0;
    for (int milliwatts = 30_000; milliwatts < 30_100; milliwatts += 7) {
      worst = Math.max(worst, lostShare(500 * YEAR_SECONDS, milliwatts * 1e-3));
    }

    assertThat(Math.ulp(500 * YEAR_SECONDS)).isBetween(1.9e-6, 1.91e-6);
    assertThat(worst).isBetween(1e-7, 0.5 * 1.91e-6 / (30 * 0.01));
  }

  /** A node's meter: 61 uJ of resolution beyond 2^38 J, in steps of 100 J. */
  @Test
  void anHourOfANodeAfterAYearAtTenKilowattsIsGoodToMillionthsToo() {
    double lost = lostShare(10_000 * YEAR_SECONDS, 10_000.123);

    assertThat(lost).isLessThan(0.5 * 6.2e-5 / 100);
  }

  /** Share of an hour's energy that is lost on a sum. */
  private static double lostShare(double joules, double watts) {
    var integral = new RunningIntegral();
    integral.joules = joules;
    for (int i = 0; i < HOUR_STEPS; i++) {
      integral.advance(watts, watts, STEP_NANOS, Spacing.SEEN);
    }
    double expected = watts * HOUR_STEPS * STEP_NANOS * 1e-9;
    return Math.abs(integral.joules - joules - expected) / expected;
  }
}
