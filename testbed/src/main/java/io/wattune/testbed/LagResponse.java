package io.wattune.testbed;

/**
 * What a first-order sensor shows of a {@link TruePowerCurve}, before it is sampled: the exact
 * solution of {@code C dy/dt = P - y} (Burtscher et al. 2014, section 5), segment by segment.
 *
 * <p>In a segment {@code P = a + b s}, {@code y(s) = a + b (s - C) + (y0 - a + b C) exp(-s / C)};
 * there is no time step and so no integration error. The sensor has settled when the curve starts.
 * {@code C = 0} shows power as it is. {@link StrictMath} keeps the result the same on every
 * machine.
 */
final class LagResponse {
  private final TruePowerCurve curve;
  private final double timeConstantSeconds;

  /** What the sensor shows at the start of each segment. */
  private final double[] startWatts;

  LagResponse(TruePowerCurve curve, double timeConstantSeconds) {
    this.curve = curve;
    this.timeConstantSeconds = timeConstantSeconds;
    startWatts = new double[curve.segments()];
    startWatts[0] = curve.startWatts(0);
    for (int k = 1; k < startWatts.length; k++) {
      startWatts[k] = shownWatts(k - 1, curve.startNanos(k));
    }
  }

  /** What it shows at a time, before it is sampled. */
  double watts(long timeNanos) {
    int segment = curve.segmentAt(timeNanos);
    if (timeConstantSeconds == 0 || timeNanos < curve.startNanos(segment)) {
      return curve.powerWatts(timeNanos);
    }
    return shownWatts(segment, timeNanos);
  }

  private double shownWatts(int segment, long timeNanos) {
    double a = curve.startWatts(segment);
    double b = curve.slopeWattsPerSecond(segment);
    double s = (timeNanos - curve.startNanos(segment)) * 1e-9;
    double c = timeConstantSeconds;
    if (c == 0) {
      return a + b * s;
    }
    return a + b * (s - c) + (startWatts[segment] - a + b * c) * StrictMath.exp(-s / c);
  }
}
