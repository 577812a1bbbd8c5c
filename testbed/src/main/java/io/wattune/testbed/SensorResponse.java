package io.wattune.testbed;

/** What a sensor shows of a {@link TruePowerCurve} before it is sampled: no delay, no noise. */
interface SensorResponse {

  /** What it shows at a time, in watts. */
  double watts(long timeNanos);

  /** The response that a sensor's parameters describe. */
  static SensorResponse of(TruePowerCurve curve, SensorParameters parameters) {
    return parameters.windowSeconds() > 0
        ? new BoxcarResponse(curve, parameters.windowNanos())
        : new LagResponse(curve, parameters.timeConstantSeconds());
  }
}
