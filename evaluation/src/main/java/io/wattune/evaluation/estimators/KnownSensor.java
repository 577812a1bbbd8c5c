package io.wattune.evaluation.estimators;

import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;

/**
 * A sensor as estimators know it: its samples are free of gain, offset and delay.
 *
 * @param name for the report
 * @param model its response
 * @param periodSeconds time between updates
 * @param pollSeconds time between polls
 * @param noiseWatts standard deviation of a sample: the sensor's noise and its steps
 */
record KnownSensor(
    String name, SensorModel model, double periodSeconds, double pollSeconds, double noiseWatts) {
  static final String DEVICE = "compared/0";
  static final String SIGNAL = "power";

  /** Its profile, with nothing unknown, so that only the estimators' errors count. */
  SensorProfile profile() {
    return new SensorProfile(
        "exact",
        DEVICE,
        SIGNAL,
        model,
        ProfileSource.GIVEN,
        periodSeconds,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        noiseWatts,
        0,
        Long.MIN_VALUE);
  }
}
