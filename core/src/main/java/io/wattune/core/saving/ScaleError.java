package io.wattune.core.saving;

import io.wattune.core.sensor.SensorProfile;

/**
 * What a sensor's gain and offset, wrong by one standard error each, do to a difference of energies
 * of one device. Such errors are common to all that the device has measured, so they add up with
 * their signs: parts of one device are summed, and squared once.
 *
 * <p>With {@code X = (E - o D) / g} what the sensor itself measured of an energy {@code E} over a
 * time {@code D}: {@code gain = dg X}, {@code offset = do D}, {@code variance = gain^2 + 2 cov X D
 * + offset^2}, as in {@link io.wattune.core.ledger.entry.LedgerEntry#scaleErrorMicrojoules}. A
 * learned profile keeps the scale of the one before it, so that errors of several profiles are
 * taken as the same error.
 *
 * @param gainJoules the part of the gain
 * @param offsetJoules the part of the offset
 * @param correlatedJoules the part of the gain, times its correlation with the offset
 */
record ScaleError(double gainJoules, double offsetJoules, double correlatedJoules) {
  static final ScaleError NONE = new ScaleError(0, 0, 0);

  /** That of an energy, or of a difference of energies. */
  static ScaleError of(SensorProfile profile, double joules, double seconds) {
    double measured = (joules - profile.offsetWatts() * seconds) / profile.gain();
    double gain = profile.gainError() * measured;
    double most = profile.gainError() * profile.offsetErrorWatts();
    double correlation = most > 0 ? profile.gainOffsetCovarianceWatts() / most : 0;
    return new ScaleError(gain, profile.offsetErrorWatts() * seconds, correlation * gain);
  }

  /** Of both, on one device. */
  ScaleError plus(ScaleError other) {
    return new ScaleError(
        gainJoules + other.gainJoules,
        offsetJoules + other.offsetJoules,
        correlatedJoules + other.correlatedJoules);
  }

  /** In J^2. */
  double variance() {
    return Math.max(
        0,
        gainJoules * gainJoules
            + offsetJoules * offsetJoules
            + 2 * correlatedJoules * offsetJoules);
  }
}
