package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensor.SensorClass;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A meter of 2 kHz beside simulated sensors of every class, with one load or a few. */
class ResponseFitterTest {

  @Tag("long")
  @Test
  void tellsEveryClassItsConstantAndItsDelay() {
    for (int seed = 0; seed < 1; seed++) {
      check(SensorClass.FIRST_ORDER_LAG, Response.lag(0.84), 0.84, 0.015, 0.02, seed);
      check(SensorClass.FIRST_ORDER_LAG, Response.lag(0.055), 0.055, 0.0154, -0.004, seed);
      check(SensorClass.BOXCAR, Response.boxcar(0.1), 0.1, 0.1, 0.0, seed);
      check(SensorClass.BOXCAR, Response.boxcar(1), 1, 0.1, 0.05, seed);
      check(SensorClass.BOXCAR, Response.boxcar(0.025), 0.025, 0.1, 0.2, seed, 30);
      check(SensorClass.PASS_THROUGH, Response.passThrough(), 0, 0.015, 0.01, seed);
    }
  }

  @Test
  void tellsNothingOfASensorThatSawNoEdge() {
    PowerTrace power = PowerTrace.from(100).hold(8);

    ResponseFitResult result = fit(Response.boxcar(0.1), power, 0.1, 0, 1);

    assertThat(result.chosen()).isNull();
    assertThat(result.sentence()).contains("no response from the meter");
  }

  @Test
  void needsSamples() {
    MeterTrace meter = new MeterTrace(new long[] {0, 1_000_000_000L}, new double[] {1, 1});

    ResponseFitResult result =
        ResponseFitter.fit(meter, new long[] {100_000_000L}, new double[] {1}, 0.1, 0);

    assertThat(result.chosen()).isNull();
    assertThat(result.sentence()).contains("1 samples, and 30 are needed");
  }

  private static void check(
      SensorClass truth, Response response, double constant, double period, double d, int seed) {
    check(truth, response, constant, period, d, seed, 4);
  }

  private static void check(
      SensorClass truth,
      Response response,
      double constant,
      double period,
      double d,
      int seed,
      int edges) {
    Random random = Seeds.random(seed);
    PowerTrace power = PowerTrace.from(60).hold(2);
    for (int i = 0; i < edges; i++) {
      power.level(150 + 100 * random.nextDouble(), 0.4 + random.nextDouble());
      power.level(60, 0.4 + random.nextDouble());
    }
    power.hold(1);

    ResponseFitResult result = fit(response.delayed(d), power, period, seed, 0.2);

    ResponseFit chosen = result.chosen();
    assertThat(chosen)
        .as("%s %s s, seed %s: %s", truth, constant, seed, result.sentence())
        .isNotNull();
    assertThat(chosen.sensorClass()).as(result.sentence()).isEqualTo(truth);
    assertThat(chosen.constantSeconds())
        .isCloseTo(constant, within(2.5 * chosen.constantErrorSeconds() + 1e-9));
    assertThat(chosen.delaySeconds()).isCloseTo(d, within(2.5 * chosen.delayErrorSeconds()));
    assertThat(chosen.constantErrorSeconds()).isLessThan(Math.max(0.004, 0.15 * constant) + 1e-9);
    assertThat(chosen.scale().gain()).isCloseTo(1.25, within(0.02));
    assertThat(chosen.scale().offsetWatts()).isCloseTo(-3, within(3.0));
  }

  /** The sensor shows (power + 3 W) / 1.25; its samples are at its updates. */
  private static ResponseFitResult fit(
      Response response, PowerTrace power, double period, long seed, double noise) {
    Random random = Seeds.random(seed);
    int n = (int) (power.seconds() * 2000);
    long[] meterTimes = new long[n];
    double[] meterWatts = new double[n];
    for (int i = 0; i < n; i++) {
      meterTimes[i] = Sensor.nanos(i / 2000.0);
      meterWatts[i] = power.wattsAt(i / 2000.0) + 2 * random.nextGaussian();
    }
    double phase = period * random.nextDouble();
    int samples = (int) ((power.seconds() - phase) / period);
    long[] times = new long[samples];
    double[] watts = new double[samples];
    for (int i = 0; i < samples; i++) {
      double t = phase + i * period;
      times[i] = Sensor.nanos(t);
      watts[i] = (response.at(power, t) + 3) / 1.25 + noise * random.nextGaussian();
    }
    return ResponseFitter.fit(new MeterTrace(meterTimes, meterWatts), times, watts, period, 0);
  }
}
