package io.wattune.evaluation.thermal;

import io.wattune.core.thermal.floorplan.PowerTrace;
import io.wattune.core.thermal.model.TemperatureMap;
import io.wattune.core.thermal.model.ThermalModel;
import io.wattune.core.thermal.solver.Transient;
import io.wattune.report.progress.Progress;
import java.util.Arrays;

/**
 * What came of a run.
 *
 * @param model the chip
 * @param trace watts of its blocks
 * @param isTransient whether temperatures were followed along the trace
 * @param rise kelvin above the air: of the steady state, or at the end
 * @param over for a transient, kelvin of each block at the end of each interval; else empty
 * @param steps for a transient, its steps
 * @param seconds that the solution took
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
public record ThermalRun(
    ThermalModel model,
    PowerTrace trace,
    boolean isTransient,
    double[] rise,
    double[][] over,
    long steps,
    double seconds) {

  /** The steady state under the trace's mean watts. */
  public static ThermalRun steady(ThermalModel model, PowerTrace trace) {
    long begin = System.nanoTime();
    double[] rise = model.steady(trace.mean());
    return new ThermalRun(model, trace, false, rise, new double[0][], 0, since(begin));
  }

  /** Temperatures along the trace. */
  public static ThermalRun along(
      ThermalModel model,
      PowerTrace trace,
      double[] start,
      double intervalSeconds,
      Progress progress) {
    long begin = System.nanoTime();
    Transient heat = model.transientFrom(start);
    double[][] over = new double[trace.size()][];
    progress.begin("transient", trace.size());
    for (int i = 0; i < over.length; i++) {
      heat.advance(model.watts(trace.watts()[i]), intervalSeconds);
      over[i] = model.blockKelvin(heat.rise());
      progress.reached(i + 1L);
    }
    return new ThermalRun(model, trace, true, heat.rise(), over, heat.steps(), since(begin));
  }

  private static double since(long begin) {
    return (System.nanoTime() - begin) * 1e-9;
  }

  double[] blockKelvin() {
    return model.blockKelvin(rise);
  }

  TemperatureMap map() {
    return model.map(rise);
  }

  /** Watts that the temperatures belong to: the mean, or those of the last interval. */
  double[] watts() {
    return isTransient ? trace.watts()[trace.size() - 1] : trace.mean();
  }

  /** Watts that leave to the air. */
  double wattsToAir() {
    double[] air = new double[rise.length];
    model.network().flowToAir(rise, air);
    return Arrays.stream(air).sum();
  }
}
