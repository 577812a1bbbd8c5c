package io.wattune.core.meter;

import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;

/**
 * All that a meter beside a sensor says of it.
 *
 * @param trace what the meter saw, by the clock of the readings
 * @param clock how the meter's own clock differed
 * @param response class and constants, where they were determined
 * @param scale gain and offset, or why there are none
 * @param updatePeriodSeconds time between two new values of the sensor
 */
public record MeterCalibration(
    MeterTrace trace,
    MeterClock clock,
    ResponseFitResult response,
    MeterFitResult scale,
    double updatePeriodSeconds) {

  /** Delay is not known better than this where two clocks were compared by one start. */
  private static final double LEAST_DELAY_ERROR_SECONDS = 0.002;

  /** Whether the meter settled the response, so that nothing need be learned of the readings. */
  public boolean settlesResponse() {
    return response.used() != null;
  }

  /**
   * What a sensor of a response, with the scale, would have read at some times.
   *
   * @param timesNanos by the clock of the readings
   * @return watts of the sensor; NaN where the meter does not reach
   */
  public double[] shown(ResponseFit fit, long[] timesNanos) {
    return ResponseData.shown(trace, fit, timesNanos);
  }

  /**
   * A profile with what the meter says in the place of what it says it of.
   *
   * @param start what was known before
   */
  public SensorProfile applied(SensorProfile start) {
    SensorProfile scaled = scale instanceof MeterFit fit ? scaled(start, fit) : start;
    ResponseFit fit = response.used();
    if (fit == null) {
      return scaled;
    }
    double delayError = StrictMath.hypot(fit.delayErrorSeconds(), clock.offsetErrorSeconds());
    return new SensorProfile(
        start.device() + "/" + start.signal() + "/metered-" + fit.sensorClass().label(),
        start.device(),
        start.signal(),
        fit.model(),
        ProfileSource.GIVEN,
        updatePeriodSeconds,
        fit.delaySeconds(),
        Math.max(LEAST_DELAY_ERROR_SECONDS, delayError),
        scaled.gain(),
        scaled.gainError(),
        scaled.offsetWatts(),
        scaled.offsetErrorWatts(),
        scaled.gainOffsetCovarianceWatts(),
        Math.max(start.noiseWatts(), 0),
        0,
        Long.MIN_VALUE);
  }

  private static SensorProfile scaled(SensorProfile start, MeterFit fit) {
    // One plateau gives gain times reading plus offset: an unknown offset may be a gain, too.
    double unknown = fit.kind() == MeterFit.Kind.GAIN_ONLY ? start.offsetErrorWatts() : 0;
    double at = 0.5 * (fit.lowSensorWatts() + fit.highSensorWatts());
    MeterFit wide = unknown > 0 && at > 0 ? fit.reaching(unknown / at, -unknown) : fit;
    return start.scaled(
        start.device() + "/" + start.signal() + "/metered",
        wide.gain(),
        wide.gainError(),
        wide.offsetWatts(),
        wide.offsetErrorWatts(),
        wide.covarianceWatts());
  }
}
