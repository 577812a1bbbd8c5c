package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

/** Against closed forms, and against a numeric solution of the differential equation. */
final class LagResponseTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void chargesLikeACapacitorAfterAStep() {
    var response = new LagResponse(step(23.64, 158), 0.84);

    for (double seconds : new double[] {0, 0.1, 0.84, 3}) {
      double expected = 158 - (158 - 23.64) * Math.exp(-seconds / 0.84);
      assertThat(response.watts(nanos(1 + seconds))).isCloseTo(expected, within(1e-9));
    }
    assertThat(response.watts(nanos(0.5))).isEqualTo(23.64);
  }

  @Test
  void followsARampOneTimeConstantLate() {
    var curve = TruePowerCurve.startingAt(0, 0).ramp(SECOND, 0, 11 * SECOND, 100).build();
    var response = new LagResponse(curve, 0.5);

    // After many time constants the transient is exp(-18) = 1.5e-8 of the lag's 5 W.
    assertThat(response.watts(nanos(10))).isCloseTo(90 - 0.5 * 10, within(1e-6));
  }

  @Test
  void withoutLagItIsTheTruePower() {
    var curve = TruePowerCurve.startingAt(0, 0).ramp(SECOND, 10, 3 * SECOND, 100).build();
    var response = new LagResponse(curve, 0);

    for (double seconds : new double[] {0, 1, 1.7, 3, 4}) {
      assertThat(response.watts(nanos(seconds))).isEqualTo(curve.powerWatts(nanos(seconds)));
    }
  }

  @Property(tries = 50)
  void solvesTheDifferentialEquation(
      @ForAll @DoubleRange(min = 0.05, max = 2) double timeConstantSeconds,
      @ForAll @DoubleRange(min = 0, max = 300) double watts,
      @ForAll @DoubleRange(min = 0, max = 300) double rampToWatts) {
    var curve =
        TruePowerCurve.startingAt(0, 50)
            .level(SECOND / 2, watts)
            .ramp(SECOND, watts, 2 * SECOND, rampToWatts)
            .level(3 * SECOND, 10)
            .build();
    var response = new LagResponse(curve, timeConstantSeconds);

    // Midpoint rule with 0.1 ms steps, which fall on the jumps: its error stays far below 1 mW.
    double y = 50;
    double h = 1e-4;
    for (int i = 0; i < 40_000; i++) {
      double half = y + h / 2 * (curve.powerWatts(nanos(i * h)) - y) / timeConstantSeconds;
      double slope = (curve.powerWatts(nanos((i + 0.5) * h)) - half) / timeConstantSeconds;
      y += h * slope;
    }

    assertThat(response.watts(4 * SECOND)).isCloseTo(y, within(1e-3));
  }

  private static TruePowerCurve step(double fromWatts, double toWatts) {
    return TruePowerCurve.startingAt(0, fromWatts).level(SECOND, toWatts).build();
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * SECOND);
  }
}
