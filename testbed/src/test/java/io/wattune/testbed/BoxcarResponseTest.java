package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against closed forms, and against sums of small steps. */
final class BoxcarResponseTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  @Test
  void showsAStepAsARampOfItsWindow() {
    var curve = TruePowerCurve.startingAt(0, 50).level(SECOND, 150).build();
    var response = new BoxcarResponse(curve, 100 * MILLI);

    assertThat(response.watts(SECOND)).isCloseTo(50, within(1e-9));
    assertThat(response.watts(SECOND + 25 * MILLI)).isCloseTo(75, within(1e-9));
    assertThat(response.watts(SECOND + 100 * MILLI)).isCloseTo(150, within(1e-9));
    assertThat(response.watts(2 * SECOND)).isCloseTo(150, within(1e-9));
  }

  @Test
  void followsARampHalfAWindowLate() {
    var curve = TruePowerCurve.startingAt(0, 0).ramp(SECOND, 0, 11 * SECOND, 100).build();

    assertThat(new BoxcarResponse(curve, SECOND).watts(6 * SECOND)).isCloseTo(45, within(1e-9));
  }

  @Test
  void doesNotSeeASquareWaveOfItsOwnPeriod() {
    var curve = TruePowerCurve.startingAt(0, 50);
    for (int i = 0; i < 40; i++) {
      curve.level(1 + i * 100 * MILLI, 150).level(1 + i * 100 * MILLI + 50 * MILLI, 50);
    }
    var response = new BoxcarResponse(curve.build(), 100 * MILLI);

    for (long time = 500 * MILLI; time < 3 * SECOND; time += 7 * MILLI) {
      assertThat(response.watts(time)).isCloseTo(100, within(1e-6));
    }
  }

  @Property(tries = 50)
  void isTheMeanOfTheWindow(
      @ForAll @DoubleRange(min = 0.01, max = 1.2) double windowSeconds,
      @ForAll @DoubleRange(min = 0, max = 300) double watts,
      @ForAll @DoubleRange(min = 0, max = 300) double rampToWatts) {
    var curve =
        TruePowerCurve.startingAt(0, 50)
            .level(SECOND / 2, watts)
            .ramp(SECOND, watts, 2 * SECOND, rampToWatts)
            .level(3 * SECOND, 10)
            .build();
    long window = Math.round(windowSeconds * 1e4) * 100_000L;
    var response = new BoxcarResponse(curve, window);

    // Midpoint rule with 0.1 ms steps, which fall on the jumps and on the window's ends.
    double shown = 0;
    for (long time = 2_200 * MILLI - window; time < 2_200 * MILLI; time += 100_000) {
      shown += curve.powerWatts(time + 50_000) * 1e5 / window;
    }

    assertThat(response.watts(2_200 * MILLI)).isCloseTo(shown, within(1e-6));
  }

  /** And over a time that is quiet at both ends it keeps the energy, whatever the window. */
  @ParameterizedTest
  @CsvSource({"10, 20", "25, 100", "100, 100", "1000, 100"})
  void aSensorShowsTheMeanOfItsOwnWindowAtEachUpdate(long windowMillis, long periodMillis) {
    var curve =
        TruePowerCurve.startingAt(0, 50)
            .level(SECOND, 150)
            .level(SECOND + 3 * MILLI, 90)
            .level(2 * SECOND, 50)
            .build();
    var parameters =
        new SensorParameters(0, windowMillis * 1e-3, 30 * MILLI, periodMillis * MILLI, 0, 1, 1, 0);
    var comb = new SensorUpdates(4 * MILLI, periodMillis * MILLI);
    var sensor = new LagSensor(curve, parameters, 1, comb);

    for (long time = 0; time < 4 * SECOND; time += 13 * MILLI) {
      long seen = sensor.lastUpdateNanos(time) - 30 * MILLI;
      double joules = curve.energyJoules(seen - windowMillis * MILLI, seen);
      // Half a milliwatt of rounding.
      assertThat(sensor.milliwatts(time) * 1e-3)
          .isCloseTo(joules / (windowMillis * 1e-3), within(0.0005 + 1e-9));
    }
    // The window's first second and the delay's 30 ms lie before the beginning, at 50 W as the end.
    var response = new BoxcarResponse(curve, windowMillis * MILLI);
    double energy = 0;
    for (long time = -30 * MILLI; time < 4 * SECOND - 30 * MILLI; time += 100_000) {
      energy += response.watts(time + 50_000) * 1e-4;
    }
    // Straight lines but for kinks: 0.1 ms / 8 of a slope's step, 300 W / W, a few times.
    assertThat(energy).isCloseTo(curve.energyJoules(0, 4 * SECOND), within(1e-3));
  }
}
