package io.wattune.testbed;

/**
 * A sensor that shows the mean of power over the window before a time, {@code y(t) = (E(t) - E(t -
 * W)) / W} (Yang et al. 2024), from the curve's energy in closed form. Units: W, s, J. Test: {@code
 * BoxcarResponseTest}.
 */
final class BoxcarResponse {
  private final TruePowerCurve curve;
  private final long windowNanos;

  BoxcarResponse(TruePowerCurve curve, long windowNanos) {
    this.curve = curve;
    this.windowNanos = windowNanos;
  }

  /** What it shows at a time, before it is sampled. */
  double watts(long timeNanos) {
    return curve.energyJoules(timeNanos - windowNanos, timeNanos) / (windowNanos * 1e-9);
  }
}
