package io.wattune.replay.report;

import io.wattune.core.meter.MeterCalibration;
import io.wattune.core.meter.MeterComparison;
import io.wattune.core.meter.MeterTrace;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One device against an external power meter.
 *
 * @param calibration what the meter saw, and what it says of clock, response and scale
 * @param comparison how far readings and true power are from the meter; null where the meter saw no
 *     sample
 * @param smoothed the same of smoothed power; null where there is none
 * @param energyJoules the meter's energy by {@code activityId}; an activity that the meter did not
 *     see as a whole has none
 */
public record MeterResult(
    MeterCalibration calibration,
    @Nullable MeterComparison comparison,
    @Nullable MeterComparison smoothed,
    Map<String, Double> energyJoules) {

  public MeterResult {
    energyJoules = Map.copyOf(energyJoules);
  }

  /** What the meter saw, by the clock of the readings. */
  public MeterTrace trace() {
    return calibration.trace();
  }
}
