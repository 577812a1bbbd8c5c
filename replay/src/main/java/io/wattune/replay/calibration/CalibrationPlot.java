package io.wattune.replay.calibration;

import io.wattune.core.meter.MeterCalibration;
import io.wattune.core.meter.ResponseFit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.EdgeRecord;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.report.SensorText;
import io.wattune.report.plot.Series;
import io.wattune.report.plot.SeriesRole;
import io.wattune.report.plot.TracePlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fit, drawn: the readings, and over them what a sensor of the profile would have said. With a
 * meter that is the meter's power through the response, all along; without one it is the step that
 * fits each edge best, and only there.
 */
public final class CalibrationPlot {
  private CalibrationPlot() {}

  public static TracePlot of(SensorCalibration calibrated) {
    List<Series> series = new ArrayList<>();
    series.add(readings(calibrated.trace()));
    series.add(fit(calibrated));
    List<String> notes = new ArrayList<>(SensorText.of(calibrated.profile()));
    notes.addAll(calibrated.explanation());
    return new TracePlot(
        calibrated.trace().device(), calibrated.trace().signal(), series, List.of(), notes);
  }

  private static Series readings(DeviceTrace trace) {
    int n = 0;
    long[] times = new long[trace.polls()];
    double[] watts = new double[trace.polls()];
    for (int i = 0; i < trace.polls(); i++) {
      long time = trace.timesNanos()[i];
      if (trace.values()[i] != PollBlock.MISSING && (n == 0 || time >= times[n - 1])) {
        times[n] = time;
        watts[n++] = trace.values()[i] * trace.unit().watts();
      }
    }
    return Series.of("readings", SeriesRole.RAW, Arrays.copyOf(times, n), Arrays.copyOf(watts, n));
  }

  private static Series fit(SensorCalibration calibrated) {
    MeterCalibration meter = calibrated.meter();
    ResponseFit fit = meter == null ? null : meter.response().chosen();
    return meter != null && fit != null
        ? Series.of(
            "meter through " + fit.sensorClass().label(),
            SeriesRole.TRUE,
            calibrated.trace().timesNanos().clone(),
            meter.shown(fit, calibrated.trace().timesNanos()))
        : edges(calibrated);
  }

  private static Series edges(SensorCalibration calibrated) {
    List<long[]> times = new ArrayList<>();
    List<double[]> watts = new ArrayList<>();
    int points = 0;
    long after = Long.MIN_VALUE;
    for (EdgeRecord edge : calibrated.edges()) {
      double[][] curve = edge.fitted(calibrated.profile().response());
      long[] at = new long[curve[0].length + 1];
      double[] shown = new double[at.length];
      for (int i = 0; i < curve[0].length; i++) {
        at[i] = Math.max(after, edge.baseNanos() + Math.round(curve[0][i] * 1e9));
        shown[i] = curve[1][i];
      }
      at[at.length - 1] = at[at.length - 2];
      shown[at.length - 1] = Double.NaN; // the line breaks until the next edge
      after = at[at.length - 1];
      times.add(at);
      watts.add(shown);
      points += at.length;
    }
    long[] allTimes = new long[points];
    double[] allWatts = new double[points];
    int n = 0;
    for (int e = 0; e < times.size(); e++) {
      System.arraycopy(times.get(e), 0, allTimes, n, times.get(e).length);
      System.arraycopy(watts.get(e), 0, allWatts, n, watts.get(e).length);
      n += times.get(e).length;
    }
    return Series.of(
        "steps through " + calibrated.profile().sensorClass().label(),
        SeriesRole.TRUE,
        allTimes,
        allWatts);
  }
}
