package io.wattune.replay;

import io.wattune.core.meter.MeterTrace;
import io.wattune.replay.report.DeviceResult;
import io.wattune.replay.report.MeterResult;
import io.wattune.report.plot.Series;
import io.wattune.report.plot.SeriesRole;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The meter's line of a plot. A meter of some kHz is noise beside a sensor, so that the line shows
 * what readings and true power are compared with: at each sample the meter's mean over one update
 * period of the sensor.
 */
final class MeterLine {
  private MeterLine() {}

  /** The line; empty without a meter, or where the meter covers no sample. */
  static Optional<Series> of(DeviceResult device) {
    MeterResult result = device.meter();
    if (result == null) {
      return Optional.empty();
    }
    MeterTrace meter = result.trace();
    long periodNanos = Math.round(device.profile().updatePeriodSeconds() * 1e9);
    long half = Math.max(1, periodNanos / 2);
    long[] times = device.power().timesNanos();
    double[] watts = new double[times.length];
    for (int i = 0; i < times.length; i++) {
      watts[i] =
          meter.covers(times[i] - half, times[i] + half)
              ? meter.meanWatts(times[i] - half, times[i] + half)
              : Double.NaN;
    }
    return Arrays.stream(watts).allMatch(Double::isNaN)
        ? Optional.empty()
        : Optional.of(Series.of(name(periodNanos), SeriesRole.METER, times, watts));
  }

  /** For example {@code meter (15 ms mean)}. */
  private static String name(long periodNanos) {
    double millis = periodNanos * 1e-6;
    String mean =
        millis < 999.5
            ? String.format(Locale.ROOT, "%.0f ms", millis)
            : String.format(Locale.ROOT, "%.1f s", millis * 1e-3);
    return "meter (" + mean + " mean)";
  }
}
