package io.wattune.launcher.evaluate.estimators;

import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;

/** Sensor profiles of simulated sensors. */
final class Profiles {
  private Profiles() {}

  /** The profile of a sensor that is known exactly, so that only the estimators' errors count. */
  static SensorProfile exact(SensedTrace trace) {
    return new SensorProfile(
        "exact",
        SensedTrace.DEVICE,
        SensedTrace.SIGNAL,
        trace.kind().model(),
        ProfileSource.GIVEN,
        trace.kind().periodSeconds(),
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        trace.noiseWatts(),
        0,
        Long.MIN_VALUE);
  }
}
