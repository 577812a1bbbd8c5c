package io.wattune.replay;

import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.meter.MeterCalibration;
import io.wattune.core.meter.MeterComparison;
import io.wattune.core.meter.MeterTrace;
import io.wattune.replay.report.DeviceResult;
import io.wattune.replay.report.MeterResult;
import io.wattune.replay.report.TrueTrace;
import io.wattune.replay.results.DeviceOutput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts together what went in and what came back. Pure. */
final class ResultAssembly {
  private ResultAssembly() {}

  /** The results of all devices, in the order of the output. */
  static List<DeviceResult> devices(ReplayInput input, List<DeviceOutput> outputs) {
    return outputs.stream().map(output -> device(input, output)).toList();
  }

  private static DeviceResult device(ReplayInput input, DeviceOutput output) {
    LedgerEntry trace =
        output.entries().stream()
            .filter(ResultAssembly::isTrace)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "the ledger of " + output.device() + " has no entry of the whole trace"));
    // What is detected stands beside the whole trace: neither is what somebody said.
    List<LedgerEntry> activities =
        output.entries().stream()
            .filter(entry -> entry.activityId() != null)
            .filter(entry -> !(input.hasActivities() && isTrace(entry)))
            .toList();
    List<LedgerEntry> windows =
        output.entries().stream().filter(entry -> entry.activityId() == null).toList();
    return new DeviceResult(
        output.device(),
        output.signal(),
        output.counts(),
        input.malformedByDevice().getOrDefault(output.device(), 0L),
        output.profile(),
        trace,
        activities,
        windows,
        output.power(),
        output.smoothed(),
        meter(input, output, activities));
  }

  private static boolean isTrace(LedgerEntry entry) {
    return TraceSpan.ACTIVITY.equals(entry.activityId());
  }

  private static @Nullable MeterResult meter(
      ReplayInput input, DeviceOutput output, List<LedgerEntry> activities) {
    MeterCalibration calibration = input.meter();
    if (calibration == null) {
      return null;
    }
    MeterTrace meter = calibration.trace();
    Map<String, Double> energies = new HashMap<>();
    for (LedgerEntry activity : activities) {
      if (activity.activityId() != null
          && meter.covers(activity.startNanos(), activity.endNanos())) {
        energies.put(
            activity.activityId(), meter.energyJoules(activity.startNanos(), activity.endNanos()));
      }
    }
    double period = output.profile().updatePeriodSeconds();
    return new MeterResult(
        calibration,
        comparison(meter, output.power(), period),
        comparison(meter, output.smoothed(), period),
        energies);
  }

  private static @Nullable MeterComparison comparison(
      MeterTrace meter, TrueTrace power, double periodSeconds) {
    return MeterComparison.of(
            meter, power.timesNanos(), power.rawMilliwatts(), power.trueMilliwatts(), periodSeconds)
        .orElse(null);
  }
}
