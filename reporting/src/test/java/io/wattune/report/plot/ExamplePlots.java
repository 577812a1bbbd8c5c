package io.wattune.report.plot;

import io.wattune.core.Quality;
import io.wattune.testbed.K20NbodyExample;
import io.wattune.testbed.KernelRun;
import io.wattune.testbed.SimulatedTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Plots to draw in tests. */
final class ExamplePlots {
  static final long START_NANOS = 1_767_614_400_000_000_000L;

  private ExamplePlots() {}

  /** The simulated K20c, with its true power known exactly. */
  static TracePlot k20() {
    SimulatedTrace trace = K20NbodyExample.trace();
    double[] raw = Arrays.stream(trace.milliwatts()).mapToDouble(mw -> mw * 1e-3).toArray();
    double[] truth =
        Arrays.stream(trace.timesNanos()).mapToDouble(trace.curve()::powerWatts).toArray();
    double[] errors = new double[truth.length];
    Arrays.fill(errors, 2.5);
    var shades = new ArrayList<Shade>();
    for (KernelRun activity : trace.runs()) {
      double joules = trace.energyJoules(activity);
      var energy =
          new EnergyFigures(joules, 0.4 + 0.003 * joules, 0.9 * joules, 1, Quality.CORRECTED);
      shades.add(
          new Shade(activity.name(), "kernel", activity.startNanos(), activity.endNanos(), energy));
    }
    return new TracePlot(
        "n-body kernels on a simulated Tesla K20c",
        "gpudata.csv#0",
        List.of(
            Series.of("Sensor reading", SeriesRole.RAW, trace.timesNanos(), raw),
            new Series("True power", SeriesRole.TRUE, trace.timesNanos(), truth, errors)),
        shades,
        List.of("Sensor: first-order lag, C = 0.840 ± 0.004 s, a new value every 15.0 ms."));
  }

  /** Three points and one activity with a name of one's choice. */
  static TracePlot withName(String name) {
    long[] times = {START_NANOS, START_NANOS + 500_000_000L, START_NANOS + 1_000_000_000L};
    return new TracePlot(
        name,
        name,
        List.of(Series.of(name, SeriesRole.RAW, times, new double[] {20, Double.NaN, 30})),
        List.of(new Shade(name, name, times[0], times[1], null)),
        List.of(name));
  }
}
