package io.wattune.core.ledger.integral;

/**
 * The energy up to a sample of a boxcar that sees all of the time, from the readings about it.
 *
 * <p><b>Identity.</b> Readings {@code y(t) = (E(t) - E(t - W)) / W} have an integral {@code S} that
 * is the mean of {@code E} over the window before {@code t}. By parts, and exactly,
 *
 * <pre>
 * E(t) = S(t) + W/2 y(t) + M(t),   M(t) = 1/W * integral over the window of (v - middle) P(v) dv
 * </pre>
 *
 * with the first moment {@code M} of power in the window: 0 where power was steady, {@code b W^2 /
 * 12} on a ramp of slope {@code b}, at most {@code J W / 8} for a step {@code J}. {@code M} itself
 * does not show in readings, but its difference from one window to the next does: {@code M(u) - M(u
 * - W) = W/2 (y(u) + y(u - W)) - (S(u) - S(u - W))}. So {@code M(t)} follows from any window {@code
 * (t + (k - 1) W, t + k W)} of which the moment is known: {@code k = 0} is "from the left", 1 "from
 * the right", and so on. With trapezoids over samples {@code h} apart all moments are {@code 1 - (h
 * / W)^2} of that, nothing where windows meet: there {@code W} times the sum of the readings is the
 * energy.
 *
 * <p><b>Choice.</b> Of the four windows about {@code t} (as far as they were seen throughout), each
 * is weighted with the inverse square of its variance, so that {@code M} changes smoothly in {@code
 * t} and follows the windows in which power was steady. Readings that do not change over a window's
 * length show that power has been steady for two windows, or that it repeats itself with the period
 * {@code W}, to which the sensor is blind. With {@code r} the range of the readings over a window's
 * length, the smaller one of the two that describe a window, less {@value #NOISE_RANGE} noise
 * deviations, the standard deviation of the moment is {@value #MOMENT_SHARE} {@code W r}: a single
 * step at a place {@code x} of the window has the moment {@code x(1 - x)/2 J W} and shows as {@code
 * r = min(x, 1 - x) J}; less the ramp's part, {@code W / 12} times the smaller change of the
 * reading, which is taken out, that is 0.3 in the mean square over {@code x}. Noise {@code s} of a
 * sample adds {@code (W s)^2 (1/4 + n)}, {@code n} the steps to the window beyond the first one.
 * Where the samples' own times are known to {@code p} only, that is in the error noise of {@code p
 * r / W} more.
 *
 * <p>Units s, W, J. Tests: {@code BoxcarIntegralTest} (closed forms), {@code BoxcarErrorTest}
 * (errors over stated errors).
 */
final class WindowMoment {
  /** Windows before and after a time of which the moment is considered. */
  static final int REACH = 2;

  /** Boundaries of windows: {@code t + j W} for {@code j} from -REACH to REACH + 1. */
  private static final int BOUNDS = 2 * REACH + 2;

  /** Noise of the ten samples of a window ranges over 3.1 deviations, and seldom over 5. */
  private static final double NOISE_RANGE = 4;

  private static final double MOMENT_SHARE = 0.3;

  /** Where readings are too few to show how steady power is, as in a bridged gap. */
  private static final double UNKNOWN_SHARE = 0.1;

  private static final double LEAST_VARIANCE = 1e-12;

  /** Boundaries fall on samples where a window is whole periods, but for rounding. */
  private static final double SAME_SECONDS = 1e-9;

  /** Of each boundary: reading, and integral of the readings from the first sample on. */
  private final double[] boundWatts = new double[BOUNDS];

  private final double[] boundJoules = new double[BOUNDS];

  /** Of each window's length, by the boundary at its end: range of the readings; NaN if unseen. */
  private final double[] ranges = new double[BOUNDS];

  /** The time, in seconds. */
  double seconds;

  /** Energy up to the time, from a constant of the stretch on. */
  double joules;

  /** Its variance, noise of the readings included. */
  double variance;

  /** Twice the derivative of the energy with respect to the window. */
  double anchorWatts;

  /** Looks at a time within a stretch. */
  void at(SampleStretch stretch, double at, double window, double noiseWatts, double placeSeconds) {
    for (int j = 0; j < BOUNDS; j++) {
      bound(stretch, j, at + (j - REACH) * window, window);
    }
    double spacing = stretch.spacingSeconds();
    double moments = Math.max(0, 1 - spacing * spacing / (window * window));
    double sum = 0;
    double sumJoules = 0;
    double sumVariance = 0;
    double sumAnchor = 0;
    for (int k = 1 - REACH; k <= REACH; k++) {
      double toHere = step(k, window);
      if (Double.isNaN(toHere)) {
        continue;
      }
      double range = Math.max(0, range(stretch, k) - NOISE_RANGE * noiseWatts);
      double deviation = MOMENT_SHARE * window * range * moments;
      double noise = window * noiseWatts;
      double late = placeSeconds * rangeToHere(k);
      double readings = 0.25 + Math.max(-k, k - 1);
      double own = deviation * deviation + noise * noise * readings + LEAST_VARIANCE;
      double weight = 1 / (own * own);
      sum += weight;
      sumJoules += weight * (toHere + moments * window / 12 * change(k));
      sumVariance += weight * (own + late * late * readings);
      sumAnchor += weight * anchor(k);
    }
    seconds = at;
    joules = boundJoules[REACH] + 0.5 * window * boundWatts[REACH] + sumJoules / sum;
    variance = sumVariance / sum;
    anchorWatts = sumAnchor / sum;
  }

  /** Reading and integral at a boundary, and the range of the readings since the one before. */
  private void bound(SampleStretch stretch, int j, double to, double window) {
    ranges[j] = Double.NaN;
    boundWatts[j] = Double.NaN;
    double first = stretch.firstSeconds() - SAME_SECONDS;
    if (to < first || to > stretch.lastSeconds() + SAME_SECONDS) {
      return;
    }
    int i = stretch.indexAt(to);
    double here = stretch.corneredWattsAt(i, to);
    boundWatts[j] = here;
    boundJoules[j] = stretch.joulesAt(i, to);
    double from = to - window;
    if (j == 0 || from < first) {
      return;
    }
    double low = Math.min(here, boundWatts[j - 1]);
    double high = Math.max(here, boundWatts[j - 1]);
    for (; i >= 0 && stretch.seconds(i) >= from; i--) {
      low = Math.min(low, stretch.watts(i));
      high = Math.max(high, stretch.watts(i));
    }
    ranges[j] = high - low;
  }

  /** Moment at the time less that of window {@code k}; NaN where readings do not lead there. */
  private double step(int k, double window) {
    double toHere = 0;
    for (int j = Math.min(k, 0) + 1; j <= Math.max(k, 0); j++) {
      int bound = j + REACH;
      if (Double.isNaN(ranges[bound])) {
        return Double.NaN;
      }
      double trapezoid = 0.5 * window * (boundWatts[bound] + boundWatts[bound - 1]);
      double grows = trapezoid - (boundJoules[bound] - boundJoules[bound - 1]);
      toHere += k > 0 ? -grows : grows;
    }
    return toHere;
  }

  /** Range of the readings that show how steady power was in window {@code k}. */
  private double range(SampleStretch stretch, int k) {
    double within = ranges[k + REACH];
    double after = ranges[k + 1 + REACH];
    if (Double.isNaN(within)) {
      return Double.isNaN(after) ? unknownRange(stretch) : after;
    }
    return Double.isNaN(after) ? within : Math.min(within, after);
  }

  /** Largest range of the readings over the windows between the time and window {@code k}. */
  private double rangeToHere(int k) {
    double largest = 0;
    for (int j = Math.min(k, 0); j <= Math.max(k, 0); j++) {
      boolean isUsed = k > 0 ? j > 0 : j > k || k == 0;
      if (isUsed && !Double.isNaN(ranges[j + REACH])) {
        largest = Math.max(largest, ranges[j + REACH]);
      }
    }
    return largest;
  }

  private static double unknownRange(SampleStretch stretch) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < stretch.count(); i++) {
      low = Math.min(low, stretch.watts(i));
      high = Math.max(high, stretch.watts(i));
    }
    return Math.max(high - low, UNKNOWN_SHARE * Math.abs(high));
  }

  /**
   * Change of power over window {@code k}, if it is a ramp: 0 unless the reading changes in the
   * same direction over it and over the window after it.
   */
  private double change(int k) {
    double within = boundWatts[k + REACH] - boundWatts[k - 1 + REACH];
    double after = boundWatts[k + 1 + REACH] - boundWatts[k + REACH];
    if (!(within * after > 0)) {
      return 0;
    }
    return Math.abs(within) < Math.abs(after) ? within : after;
  }

  private double anchor(int k) {
    double twice = (2 * k + 1) * boundWatts[k + REACH];
    for (int j = Math.min(k, 0) + 1; j <= Math.max(k, 0); j++) {
      twice += (k > 0 ? -2 : 2) * boundWatts[j + REACH];
    }
    return twice;
  }
}
