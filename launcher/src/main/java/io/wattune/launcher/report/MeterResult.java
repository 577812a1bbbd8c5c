package io.wattune.launcher.report;

import io.wattune.core.meter.MeterComparison;
import io.wattune.core.meter.MeterFitResult;
import io.wattune.core.meter.MeterTrace;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One device against an external power meter.
 *
 * @param trace what the meter saw
 * @param comparison how far readings and true power are from the meter; null where the meter saw no
 *     sample
 * @param fit gain and offset that the meter asks for, or why there are none
 * @param energyJoules the meter's energy by {@code activityId}; an activity that the meter did not
 *     see as a whole has none
 */
public record MeterResult(
    MeterTrace trace,
    @Nullable MeterComparison comparison,
    MeterFitResult fit,
    Map<String, Double> energyJoules) {

  public MeterResult {
    energyJoules = Map.copyOf(energyJoules);
  }
}
