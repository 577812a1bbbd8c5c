package io.wattune.collectors.nvml;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.sensor.TraceCalibrator;
import java.util.Arrays;
import java.util.Locale;

/**
 * What a series of polls tells of its sensor, by the calibrator that the ledger and {@code wattune
 * calibrate} use.
 *
 * @param profile what is known now: the model's prior where the edges did not tell
 * @param isResolved whether the class is known from these polls
 * @param edges what the edges showed, in words
 * @param halfSeconds median time from when the load was told to go until half of the step was
 *     shown; NaN where no step was seen
 */
record SensorFinding(SensorProfile profile, boolean isResolved, String edges, double halfSeconds) {

  /** What a step must have to be one, in milliwatts. */
  private static final long LEAST_STEP = 5_000;

  static SensorFinding of(PolledSeries series, String model, LoadPhases phases) {
    SensorProfile start =
        ProfileChoice.prior("gpu", series.name(), model)
            .orElseGet(() -> ProfileChoice.prior("gpu", series.name()));
    var calibrator = new TraceCalibrator(start, PowerUnit.MILLIWATTS);
    for (int i = 0; i < series.size(); i++) {
      long milliwatts = series.value(i);
      boolean isPower = milliwatts >= 0 && milliwatts <= Integer.MAX_VALUE;
      calibrator.accept(series.nanos(i), isPower ? (int) milliwatts : PollBlock.MISSING);
    }
    return new SensorFinding(
        calibrator.profile(),
        calibrator.isResolved(),
        calibrator.counts().sentence(),
        half(series, phases));
  }

  private static double half(PolledSeries series, LoadPhases phases) {
    double[] halves = new double[phases.edges()];
    int count = 0;
    for (int i = 0; i < phases.edges(); i += 2) {
      int on = series.at(phases.switches()[i]);
      int off = Math.min(series.at(phases.switches()[i + 1]), series.size() - 1);
      if (on >= off || series.value(off) - series.value(on) < LEAST_STEP) {
        continue;
      }
      long middle = (series.value(on) + series.value(off)) / 2;
      int seen = on;
      while (series.value(seen) < middle) {
        seen++;
      }
      halves[count++] = (series.nanos(seen) - phases.switches()[i]) * 1e-9;
    }
    Arrays.sort(halves, 0, count);
    return count == 0 ? Double.NaN : halves[count / 2];
  }

  /** Class and constant, or that they are not known. */
  String response() {
    if (!isResolved) {
      return "unresolved";
    }
    return switch (profile.sensorClass()) {
      case PASS_THROUGH -> "pass-through";
      case FIRST_ORDER_LAG ->
          text(
              "first-order lag, time constant %.1f ± %.1f ms",
              1e3 * profile.timeConstantSeconds(), 1e3 * profile.timeConstantErrorSeconds());
      case BOXCAR ->
          text(
              "boxcar, window %.1f ± %.1f ms",
              1e3 * profile.windowSeconds(), 1e3 * profile.windowErrorSeconds());
    };
  }

  /**
   * How much of the half step's time the response does not explain: a lag shows half after {@code C
   * ln 2}, a boxcar after {@code W / 2}, and half an update period passes until it is shown. What
   * the load needs to begin is in it, so it bounds the sensor's delay from above.
   */
  String delay() {
    if (Double.isNaN(halfSeconds)) {
      return "no step was seen";
    }
    double half = profile.timeConstantSeconds() * Math.log(2) + profile.windowSeconds() / 2;
    double left = halfSeconds - half - profile.updatePeriodSeconds() / 2;
    return isResolved
        ? text("at most %.0f ms, the load's own start included", 1e3 * Math.max(0, left))
        : text("with the response at most %.0f ms", 1e3 * halfSeconds);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
