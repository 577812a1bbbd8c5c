package io.wattune.launcher.report;

import java.util.Map;

/**
 * One device against an external power meter.
 *
 * @param rawRmseWatts root mean square over time of sensor minus meter
 * @param correctedRmseWatts the same of true power minus meter
 * @param fit gain and offset that the meter asks for
 * @param energyJoules the meter's energy by {@code activityId}; an activity that the meter did not
 *     see as a whole has none
 */
public record MeterResult(
    double rawRmseWatts, double correctedRmseWatts, Fit fit, Map<String, Double> energyJoules) {

  public MeterResult {
    energyJoules = Map.copyOf(energyJoules);
  }

  /**
   * {@code true = gain * sensor + offset}, from the plateaus of a trace.
   *
   * @param kind {@code GAIN_AND_OFFSET} or {@code GAIN_ONLY}
   * @param gain meter per sensor
   * @param gainError its standard error
   * @param offsetWatts true power at sensor zero
   * @param offsetErrorWatts its standard error
   * @param explanation how it was found, for people
   */
  public record Fit(
      String kind,
      double gain,
      double gainError,
      double offsetWatts,
      double offsetErrorWatts,
      String explanation) {}
}
