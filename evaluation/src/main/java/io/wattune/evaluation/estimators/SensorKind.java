package io.wattune.evaluation.estimators;

import io.wattune.core.sensor.SensorModel;
import io.wattune.testbed.SensorParameters;
import java.util.List;

/**
 * A kind of sensor that estimators are compared on.
 *
 * @param name for the report
 * @param sensor its constants
 * @param pollNanos how often it is asked
 */
record SensorKind(String name, SensorParameters sensor, long pollNanos) {
  private static final long MILLI = 1_000_000L;

  /**
   * The sensors of Burtscher et al. (2014) and the classes of Yang et al. (2024). Noise and steps
   * of the boxcars are assumptions: what is known of them is that a loaded card's readings spread
   * by some tenths of a watt.
   */
  static final List<SensorKind> ALL =
      List.of(
          new SensorKind(
              "K20, lag 0.84 s, 15 ms",
              SensorParameters.lag(0.84, 15 * MILLI, 0.02, 10, 1, 0),
              2 * MILLI),
          new SensorKind(
              "K40m, lag 0.0525 s, 15.4 ms",
              SensorParameters.lag(0.0525, 15_400_000L, 0.05, 100, 1, 0),
              2 * MILLI),
          new SensorKind(
              "K20x, none, 15 ms", SensorParameters.lag(0, 15 * MILLI, 0.02, 10, 1, 0), 2 * MILLI),
          new SensorKind(
              "window 10 of 20 ms", SensorParameters.boxcar(0.01, 20 * MILLI, 0.3, 10), 2 * MILLI),
          new SensorKind(
              "window 25 of 100 ms",
              SensorParameters.boxcar(0.025, 100 * MILLI, 0.3, 10),
              10 * MILLI),
          new SensorKind(
              "window 100 of 100 ms",
              SensorParameters.boxcar(0.1, 100 * MILLI, 0.3, 10),
              10 * MILLI),
          new SensorKind(
              "window 1000, each 100 ms",
              SensorParameters.boxcar(1, 100 * MILLI, 0.3, 10),
              10 * MILLI));

  /** The model that estimators are given: exact. */
  SensorModel model() {
    return sensor.response();
  }

  /** What estimators know of it. */
  KnownSensor known() {
    return new KnownSensor(
        name,
        model(),
        sensor.updatePeriodNanos() * 1e-9,
        pollNanos * 1e-9,
        Math.hypot(sensor.noiseWatts(), sensor.stepMilliwatts() * 1e-3 / SensedTrace.SQRT_12));
  }
}
