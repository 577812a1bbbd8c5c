package io.wattune.report.plot;

import io.wattune.core.Quality;
import io.wattune.testbed.KernelRun;
import io.wattune.testbed.LagSensor;
import io.wattune.testbed.NominalPoller;
import io.wattune.testbed.SimulatedCard;
import io.wattune.testbed.SimulatedTrace;
import io.wattune.testbed.TruePowerCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Plots to draw in tests. */
final class ExamplePlots {
  static final long START_NANOS = 1_767_614_400_000_000_000L;

  private static final long MILLI = 1_000_000L;
  private static final long SEED = 2014;

  private ExamplePlots() {}

  /** The simulated K20c, with its true power known exactly. */
  static TracePlot k20() {
    SimulatedTrace trace = nbody();
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

  private static SimulatedTrace nbody() {
    SimulatedCard card = SimulatedCard.k20c();
    List<KernelRun> runs =
        List.of(
            run("nbody-700k", 3_000 * MILLI, 5_346 * MILLI),
            run("nbody-350k-a", 16_000 * MILLI, 1_336 * MILLI),
            run("nbody-350k-b", 18_336 * MILLI, 1_336 * MILLI),
            run("nbody-95k", 22_000 * MILLI, 107 * MILLI));
    TruePowerCurve curve = card.curve(START_NANOS, runs);
    var sensor = new LagSensor(curve, card.sensor(), SEED);
    var poller = new NominalPoller(10 * MILLI, MILLI, card.board().stalls(runs, SEED), SEED);
    return SimulatedTrace.of(
        curve, sensor, poller, runs, START_NANOS, START_NANOS + 25_000 * MILLI);
  }

  private static KernelRun run(String name, long afterNanos, long durationNanos) {
    return new KernelRun(name, START_NANOS + afterNanos, durationNanos, 158);
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
