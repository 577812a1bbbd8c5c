package io.wattune.core.ledger;

import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;

/**
 * Standard error of an interval's energy, from what is known of the sensor.
 *
 * <p>With {@code s} the noise of a sample, {@code T} the time between samples, {@code D} the
 * interval's length, {@code y} the reading, {@code P} the true power and {@code J} its step at an
 * end, the variance is the sum of
 *
 * <ul>
 *   <li>noise, {@code gain^2 s^2 (T D + 2 C^2)}: the trapezoid's and the two end points';
 *   <li>time constant, {@code gain^2 (dC (y2 - y1))^2}: the derivative of the end-point identity;
 *   <li>delay, {@code (dd (P2 - P1))^2}, and where power steps right at an end, {@code (dd^2 +
 *       h^2/12) J^2}: the step lies anywhere between two samples {@code h} apart;
 *   <li>what lies unseen between samples and in bridged gaps ({@link
 *       io.wattune.core.ring.RunningIntegral});
 *   <li>a class that is not known: within a time of {@code 2 dC}, the longest window thought
 *       possible, power may have been anywhere between the lowest and the highest reading {@code R}
 *       apart: {@code (gain R min(D, 2 dC - D))^2} for {@code D} below {@code 2 dC}. A choice, not
 *       a derivation: the whole range was taken, and not a uniform share of it, with a recorded
 *       square wave in view (an RTX 3090's), where it is wide; and it is too small where the sensor
 *       has never shown the power's true range;
 *   <li>gain and offset, {@code (dg X)^2 + 2 cov(g, o) X D + (do D)^2} with {@code X = (E - o D) /
 *       g}: the scale, common to all of the device.
 * </ul>
 *
 * Units J, W, s. Tests: {@code EnergyErrorTest} (each term against repeated simulation).
 *
 * @param joules everything included
 * @param scaleJoules the scale alone
 */
record EnergyError(double joules, double scaleJoules) {

  static EnergyError between(
      LedgerPoint from,
      LedgerPoint to,
      SensorProfile profile,
      double sampleSeconds,
      double rangeWatts) {
    double seconds = (to.spanNanos() - from.spanNanos()) * 1e-9;
    double gain = profile.gain();
    double c = profile.slopeSeconds();
    double noise = gain * profile.noiseWatts();
    double lag = gain * profile.slopeErrorSeconds() * (to.sensorWatts() - from.sensorWatts());
    double delay = profile.delayErrorSeconds();
    double drift = delay * (to.powerWatts() - from.powerWatts());
    double sensorJoules =
        ((to.trueMicrojoules() - from.trueMicrojoules()) * 1e-6 - profile.offsetWatts() * seconds)
            / gain;
    double scale =
        Math.max(
            0,
            square(profile.gainError() * sensorJoules)
                + 2 * profile.gainOffsetCovarianceWatts() * sensorJoules * seconds
                + square(profile.offsetErrorWatts() * seconds));
    double variance =
        noise * noise * (sampleSeconds * seconds + 2 * c * c)
            + square(lag)
            + square(drift)
            + square(unresolved(profile, seconds, rangeWatts))
            + edge(from, delay)
            + edge(to, delay)
            + Math.max(0, to.gapVariance() - from.gapVariance())
            + scale;
    return new EnergyError(Math.sqrt(variance), Math.sqrt(scale));
  }

  private static double unresolved(SensorProfile profile, double seconds, double rangeWatts) {
    if (profile.source() != ProfileSource.PRIOR) {
      return 0;
    }
    double hidden = Math.min(seconds, 2 * profile.slopeErrorSeconds() - seconds);
    return profile.gain() * rangeWatts * Math.max(0, hidden);
  }

  private static double edge(LedgerPoint end, double delay) {
    return square(end.stepWatts()) * (delay * delay + square(end.placeSeconds()));
  }

  private static double square(double x) {
    return x * x;
  }
}
