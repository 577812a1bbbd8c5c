package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class LagSensorTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private final TruePowerCurve step =
      TruePowerCurve.startingAt(0, 23.64).level(SECOND, 158).build();

  private static SensorUpdates comb(long phaseNanos) {
    return new SensorUpdates(phaseNanos, 15 * MILLI);
  }

  @Test
  void repeatsItsValueUntilTheNextUpdate() {
    var sensor = new LagSensor(step, SimulatedCard.k20c().sensor(), 1, comb(4 * MILLI));
    long update = 4 * MILLI + 100 * 15 * MILLI;

    int value = sensor.milliwatts(update);

    assertThat(sensor.milliwatts(update + 15 * MILLI - 1)).isEqualTo(value);
    assertThat(sensor.milliwatts(update - 1)).isNotEqualTo(value);
    assertThat(sensor.milliwatts(update + 15 * MILLI)).isNotEqualTo(value);
    assertThat(sensor.lastUpdateNanos(update + 15 * MILLI - 1)).isEqualTo(update);
  }

  @Test
  void showsTheLaggedPowerInStepsOfItsOwn() {
    var k20c = SensorParameters.lag(0.84, 15 * MILLI, 0, 10, 1, 0);
    var sensor = new LagSensor(step, k20c, 1, comb(0));

    for (long time = 0; time < 6 * SECOND; time += 15 * MILLI) {
      double since = (time - SECOND) * 1e-9;
      double expected = since < 0 ? 23.64 : 158 - 134.36 * Math.exp(-since / 0.84);
      // Half a step of 10 mW.
      assertThat(sensor.milliwatts(time) * 1e-3).isCloseTo(expected, within(0.005 + 1e-9));
      assertThat(sensor.milliwatts(time) % 10).isZero();
    }
  }

  @Test
  void gainAndOffsetUndoTheReading() {
    var parameters = SensorParameters.lag(0.0525, 15 * MILLI, 0, 100, 0.9736, -0.38);
    var sensor =
        new LagSensor(TruePowerCurve.startingAt(0, 100.26).build(), parameters, 1, comb(0));

    double reading = sensor.milliwatts(SECOND) * 1e-3;

    // Half a step of 100 mW, times the gain.
    assertThat(parameters.gain() * reading + parameters.offsetWatts())
        .isCloseTo(100.26, within(0.05));
    assertThat(reading).isCloseTo(103.37, within(0.06));
  }

  @Test
  void noiseHasTheStatedWidthAndNoMean() {
    var parameters = SensorParameters.lag(0, 15 * MILLI, 0.5, 1, 1, 0);
    var sensor = new LagSensor(TruePowerCurve.startingAt(0, 100).build(), parameters, 7, comb(0));
    int n = 20_000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double error = sensor.milliwatts(i * 15 * MILLI) * 1e-3 - 100;
      sum += error;
      squares += error * error;
    }

    // Five standard errors: 0.5 / sqrt(n) of the mean, 0.5 / sqrt(2 n) of the width.
    assertThat(sum / n).isCloseTo(0, within(5 * 0.5 / Math.sqrt(n)));
    assertThat(Math.sqrt(squares / n)).isCloseTo(0.5, within(5 * 0.5 / Math.sqrt(2.0 * n)));
  }

  @Test
  void theSameSeedGivesTheSameReadingsInAnyOrder() {
    var forward = new LagSensor(step, SimulatedCard.k20c().sensor(), 5);
    var backward = new LagSensor(step, SimulatedCard.k20c().sensor(), 5);
    var other = new LagSensor(step, SimulatedCard.k20c().sensor(), 6);
    int[] readings = new int[200];
    int differing = 0;
    for (int i = 0; i < 200; i++) {
      readings[i] = forward.milliwatts(i * 20 * MILLI);
    }

    for (int i = 199; i >= 0; i--) {
      assertThat(backward.milliwatts(i * 20 * MILLI)).isEqualTo(readings[i]);
      differing += other.milliwatts(i * 20 * MILLI) == readings[i] ? 0 : 1;
    }
    assertThat(differing).isGreaterThan(50);
  }

  @Test
  void neverShowsLessThanZero() {
    var parameters = SensorParameters.lag(0, 15 * MILLI, 1, 10, 1, 20);
    var sensor = new LagSensor(TruePowerCurve.startingAt(0, 5).build(), parameters, 7, comb(0));

    assertThat(sensor.milliwatts(SECOND)).isZero();
  }
}
