package io.wattune.core.ledger.integral;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;

/**
 * Standard error of an interval's energy, from what is known of the sensor.
 *
 * <p>With {@code s} the noise of a sample, {@code T} the time between samples, {@code D} the
 * interval's length, {@code y} the reading, {@code P} the true power and {@code J} its step at an
 * end, the variance is the sum of
 *
 * <ul>
 *   <li>noise, {@code gain^2 s^2 (T D + 2 C^2)}: the trapezoid's and the two end points'; where a
 *       boxcar sees all of the time, that of each end comes with its {@link BoxcarIntegral}
 *       instead, and with it how little is known of power within the window there;
 *   <li>time constant, {@code gain^2 (dC (y2 - y1))^2}: the derivative of the end-point identity;
 *       for a boxcar {@code C} is half the window;
 *   <li>delay, {@code (dd (P2 - P1))^2}, and where power steps right at an end, {@code (dd^2 +
 *       h^2/12) J^2}: the step lies anywhere between two samples {@code h} apart;
 *   <li>what lies unseen between samples and in bridged gaps ({@link
 *       io.wattune.core.ring.RunningIntegral});
 *   <li>for a boxcar not all of that, but what its windows of {@code W} in a time {@code T} leave
 *       out: {@code (1 - W/T)^2} of {@code sum of (J^2 / 12 + 11/12 |J J'|) T^2} over the steps
 *       {@code J} between samples and {@code J'} before each. A step that stands alone lies
 *       anywhere between its two samples; readings that go up and down, {@code |J J'| = 0.72 J^2}
 *       on average, show windows as independent draws, and so is the time between them (its
 *       variance is {@code J^2 T^2} then, of which the sum has three quarters). And {@code (0.1 (1
 *       - W/T) P T)^2} for each period, since readings may agree by chance, as those about a
 *       bridged gap;
 *   <li>the same restlessness with {@code W = 0} for a sensor that is known to show power as it is
 *       at each update;
 *   <li>for a boxcar, of an interval shorter than {@code T}: a load that comes and goes in step
 *       with the sensor shows as its mean, and is off by half of its step, {@code (gain R/2 min(D,
 *       T - D))^2}, if the readings' range {@code R} is that of power;
 *   <li>for a boxcar that sees all of the time, readings that stood still oddly long: {@code (gain
 *       J W)^2 / 3} for each step {@code J} that ended such a time, see {@link HeldReading};
 *   <li>a gap that is not bridged, where windows overlap: {@code 2 (gain R W / 8)^2}, the greatest
 *       moment of a step on either side;
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
 * Units J, W, s. Tests: {@code EnergyErrorTest} (each term against repeated simulation), {@code
 * BoxcarErrorTest}.
 *
 * @param joules everything included
 * @param scaleJoules the scale alone
 */
public record EnergyError(double joules, double scaleJoules) {

  /** As in gaps, see {@link io.wattune.core.ring.RunningIntegral}. */
  public static final double LEAST_UNSEEN_ERROR = 0.1;

  /** {@code |J J'|} of noise of variance 1, two steps of which share a sample, on average. */
  private static final double OF_NOISE = 1.436;

  /** Windows and update periods in a span of which the ends hardly count. */
  private static final double LONG_SPAN = 3;

  /** A poll that comes a little less often than the sensor updates hardly misses an update. */
  private static final double LATE_POLL = 1.25;

  /** The error of what lies between two points, of a device as it has been polled. */
  public static EnergyError between(
      DeviceState state, LedgerPoint from, LedgerPoint to, SensorProfile profile) {
    long period = SampleFilter.periodNanos(state.sample);
    double sampleSeconds = Math.max(period, state.sample.pollNanos) * 1e-9;
    double pollSeconds = state.sample.pollNanos * 1e-9;
    double range = Math.max(0, state.highestWatts - state.lowestWatts);
    return between(from, to, profile, sampleSeconds, pollSeconds, range);
  }

  /**
   * The error of what lies between two points.
   *
   * @param sampleSeconds time between samples
   * @param pollSeconds time between polls
   * @param rangeWatts between the lowest and the highest reading ever
   */
  public static EnergyError between(
      LedgerPoint from,
      LedgerPoint to,
      SensorProfile profile,
      double sampleSeconds,
      double pollSeconds,
      double rangeWatts) {
    double seconds = (to.spanNanos() - from.spanNanos()) * 1e-9;
    double gain = profile.gain();
    boolean seesAll = profile.averagesAll();
    double c = seesAll ? 0 : profile.slopeSeconds();
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
    boolean broken = to.timeNanos() - from.timeNanos() > to.spanNanos() - from.spanNanos();
    double moment = seesAll && broken ? gain * rangeWatts * 2 * profile.slopeSeconds() / 8 : 0;
    double variance =
        noise * noise * (sampleSeconds * seconds + 2 * c * c)
            + square(lag)
            + square(drift)
            + square(unresolved(profile, seconds, rangeWatts))
            + square(inStep(profile, seconds, pollSeconds, rangeWatts))
            + edge(from, delay)
            + edge(to, delay)
            + from.endVariance()
            + to.endVariance()
            + 2 * square(moment)
            + held(from, to, profile)
            + unseen(from, to, profile, sensorJoules, pollSeconds, sampleSeconds)
            + scale;
    return new EnergyError(Math.sqrt(variance), Math.sqrt(scale));
  }

  /** The same with one more error, which is independent of these. */
  public EnergyError and(double moreJoules) {
    return moreJoules == 0
        ? this
        : new EnergyError(StrictMath.hypot(joules, moreJoules), scaleJoules);
  }

  /**
   * The part of an interval's error that repeats of it have in common beside the scale: where the
   * response is not known, or loads come and go in step with the sensor, all of them err to one
   * side.
   */
  public static double alikeJoules(DeviceState state, SensorProfile profile, double seconds) {
    double range = Math.max(0, state.highestWatts - state.lowestWatts);
    double pollSeconds = state.sample.pollNanos * 1e-9;
    return StrictMath.hypot(
        unresolved(profile, seconds, range), inStep(profile, seconds, pollSeconds, range));
  }

  /**
   * The part of a span's error that others like it have in common beside the scale. Spans are asked
   * for where something starts and ends, so that power steps at their ends in the same way again
   * and again: what a sensor that is slow beside them does not show there has one sign.
   *
   * @param contrast see {@code SpanContrast}
   */
  public static double spanAlikeJoules(
      DeviceState state, LedgerPoint from, LedgerPoint to, SensorProfile profile, double contrast) {
    double seconds = (to.timeNanos() - from.timeNanos()) * 1e-9;
    double delay = profile.delayErrorSeconds();
    double ends =
        edge(from, delay)
            + edge(to, delay)
            + square(contrast) * (from.endVariance() + to.endVariance());
    return StrictMath.hypot(Math.sqrt(ends), alikeJoules(state, profile, seconds));
  }

  /**
   * What a step of power at the ends of a short span may hide within a window of a boxcar that sees
   * all of the time: {@code gain J/2 min(D, W - D)}.
   */
  public static double hiddenJoules(SensorProfile profile, double seconds, double stepWatts) {
    double most = Math.min(seconds, profile.windowSeconds() - seconds);
    return profile.gain() * stepWatts / 2 * Math.max(0, most);
  }

  /** Length of a span of which the ends hardly count: three windows and update periods. */
  public static double longSpanSeconds(SensorProfile profile) {
    return LONG_SPAN * Math.max(profile.updatePeriodSeconds(), 2 * profile.slopeSeconds());
  }

  /** Share of the time that a sensor's readings describe at this polling interval. */
  public static double seenShare(SensorProfile profile, double pollSeconds) {
    double period = profile.updatePeriodSeconds();
    return profile.response().seenShare(pollSeconds > LATE_POLL * period ? pollSeconds : period);
  }

  private static double unseen(
      LedgerPoint from,
      LedgerPoint to,
      SensorProfile profile,
      double sensorJoules,
      double pollSeconds,
      double sampleSeconds) {
    double between = Math.max(0, to.gapVariance() - from.gapVariance());
    double restless = Math.max(0, to.restlessness() - from.restlessness());
    if (profile.sensorClass() != SensorClass.BOXCAR) {
      boolean isInstant =
          profile.sensorClass() == SensorClass.PASS_THROUGH
              && profile.source() != ProfileSource.PRIOR;
      double length = (to.spanNanos() - from.spanNanos()) * 1e-9;
      double ofNoise = OF_NOISE * square(profile.noiseWatts()) * sampleSeconds * length;
      return between + (isInstant ? 11.0 / 12 * Math.max(0, restless - ofNoise) : 0);
    }
    double seen = Math.max(0, to.seenVariance() - from.seenVariance());
    double period = profile.updatePeriodSeconds();
    // Polls twice as often as updates miss none.
    double missed = 1 - profile.response().seenShare(Math.max(period, 2 * pollSeconds));
    double seconds = (to.spanNanos() - from.spanNanos()) * 1e-9;
    double hidden = LEAST_UNSEEN_ERROR * (1 - seenShare(profile, pollSeconds)) * profile.gain();
    double chance =
        seconds > 0 ? square(hidden * sensorJoules) * Math.max(period, pollSeconds) / seconds : 0;
    return Math.max(0, between - seen) + square(missed) * (seen + 11.0 / 12 * restless) + chance;
  }

  private static double held(LedgerPoint from, LedgerPoint to, SensorProfile profile) {
    if (!profile.averagesAll()) {
      return 0;
    }
    double squares = Math.max(0, to.heldSquares() - from.heldSquares());
    return squares * square(profile.gain() * profile.windowSeconds()) / 3;
  }

  private static double unresolved(SensorProfile profile, double seconds, double rangeWatts) {
    if (profile.source() != ProfileSource.PRIOR) {
      return 0;
    }
    double hidden = Math.min(seconds, 2 * profile.slopeErrorSeconds() - seconds);
    return profile.gain() * rangeWatts * Math.max(0, hidden);
  }

  private static double inStep(
      SensorProfile profile, double seconds, double pollSeconds, double rangeWatts) {
    if (profile.sensorClass() != SensorClass.BOXCAR) {
      return 0;
    }
    double period = Math.max(profile.updatePeriodSeconds(), pollSeconds);
    return profile.gain() * rangeWatts / 2 * Math.max(0, Math.min(seconds, period - seconds));
  }

  private static double edge(LedgerPoint end, double delay) {
    return square(end.stepWatts()) * (delay * delay + square(end.placeSeconds()));
  }
}
