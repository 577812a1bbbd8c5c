package io.wattune.core.power;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.sensor.SensorProfile;

/**
 * True power of a sensor that shows the mean over a window {@code W} longer than its update period.
 *
 * <p>Readings {@code y(t) = (E(t) - E(t - W)) / W} differ by what the window gains and loses:
 *
 * <pre>P = P one window before + W (y2 - y1) / h</pre>
 *
 * for the mean powers {@code P} of the intervals of {@code h} between two samples, exactly,
 * whatever power did. Noise {@code s} of a sample adds {@code 2 (W s / h)^2} to the variance in
 * each window: for 1 s and 100 ms, 14 deviations after the first window, 45 after ten. So where
 * readings show that power has been steady for a window it is taken to be the reading: both are
 * averaged with the inverse of their variances. That of "steady" is the sum of the squares of the
 * noise; of the range of the readings over the last window, beyond {@value #NOISE_RANGE} noise
 * deviations; of the largest difference of powers a window apart in it, beyond {@value
 * #NOISE_DIFFERENCE} deviations of its noise; and of how much the two disagree, beyond {@value
 * #DISAGREEMENT} deviations of the former. The reading half a window later, {@code P(t - W/2) =
 * y(t)}, has no noise to speak of but smears each edge over the window, and {@code y + W/2 dy/dt}
 * is half a step off for a window after each: {@code BoxcarPowerTest} compares them.
 *
 * <p>Before the first sample, and in gaps, power is thought to have been the first reading behind,
 * within {@value #UNKNOWN_SHARE} of it.
 */
final class BlockDifferences {
  /** Longer windows, in update periods, are not taken apart; none is known above 11. */
  private static final int MOST_INTERVALS = 64;

  private static final double NOISE_RANGE = 4;
  private static final double NOISE_DIFFERENCE = 3;
  private static final double DISAGREEMENT = 2;
  private static final double UNKNOWN_SHARE = 0.1;
  private static final double LEAST_VARIANCE = 1e-12;

  private BlockDifferences() {}

  /** Readings before are unknown. */
  static void begin(WindowState state, SensorProfile profile, long timeNanos, double watts) {
    double periods =
        Math.min(profile.windowSeconds() / profile.updatePeriodSeconds(), MOST_INTERVALS);
    int capacity = (int) Math.ceil(periods) + 2;
    if (state.watts.length < capacity) {
      state.endNanos = new long[capacity];
      state.watts = new double[capacity];
      state.variance = new double[capacity];
      state.changeWatts = new double[capacity];
      state.readWatts = new double[capacity];
    }
    state.intervals = 0;
    double unknown = UNKNOWN_SHARE * watts;
    put(state, timeNanos, watts, unknown * unknown, 0, watts);
  }

  /** Takes the interval since the sample before: its mean power is the newest one of the state. */
  static void accept(WindowState state, SensorProfile profile, long timeNanos, double watts) {
    double window = profile.windowSeconds();
    long windowNanos = Math.round(window * 1e9);
    int newest = slot(state, state.intervals - 1);
    long fromNanos = state.endNanos[newest];
    double seconds = (timeNanos - fromNanos) * 1e-9;
    double change = watts - state.readWatts[newest];
    double grows = Math.min(window / seconds, MOST_INTERVALS);
    double noise = profile.noiseWatts();

    double before = 0;
    double squares = 0;
    double variance = 0;
    double seen = 0;
    double seenSquares = 0;
    double low = watts;
    double high = watts;
    double jump = Math.abs(change) * grows;
    long oldest = Math.max(0, state.intervals - state.watts.length);
    for (long i = state.intervals - 1; i >= oldest; i--) {
      int at = slot(state, i);
      long end = state.endNanos[at];
      // The oldest interval reaches back for ever.
      long start = i == oldest ? Long.MIN_VALUE : state.endNanos[slot(state, i - 1)];
      if (end >= timeNanos - windowNanos) {
        low = Math.min(low, state.readWatts[at]);
        high = Math.max(high, state.readWatts[at]);
        jump = Math.max(jump, Math.abs(state.changeWatts[at]) * grows);
      }
      double share =
          Math.max(
              0, Math.min(end, timeNanos - windowNanos) - Math.max(start, fromNanos - windowNanos));
      before += share * state.watts[at];
      squares += share * square(state.watts[at]);
      seenSquares += share * share;
      variance += share * state.variance[at];
      seen += share;
      if (start <= fromNanos - windowNanos) {
        break;
      }
    }
    double byBlocks = change * grows;
    double blockVariance = 2 * square(grows * noise) + LEAST_VARIANCE;
    if (seen > 0 && seconds < window) {
      byBlocks += before / seen;
      double between = Math.max(0, squares / seen - square(before / seen));
      blockVariance += variance / seen + between * (1 - seenSquares / square(seen));
      blockVariance += square(profile.windowErrorSeconds() / window * change * grows);
    } else {
      // The reading describes the end of the interval alone.
      byBlocks = watts;
      blockVariance += square(change);
    }
    double disagreement = square(byBlocks - watts) - square(DISAGREEMENT) * blockVariance;
    double steady =
        square(noise)
            + Math.max(0, disagreement)
            + square(Math.max(0, high - low - NOISE_RANGE * noise))
            + square(Math.max(0, jump - NOISE_DIFFERENCE * Math.sqrt(2) * grows * noise))
            + LEAST_VARIANCE;
    double share = blockVariance / (blockVariance + steady);
    double mean = byBlocks + share * (watts - byBlocks);
    put(state, timeNanos, mean, share * steady, change, watts);
  }

  /** Mean power of the newest interval. */
  static double watts(WindowState state) {
    return state.watts[slot(state, state.intervals - 1)];
  }

  /** Its variance. */
  static double variance(WindowState state) {
    return state.variance[slot(state, state.intervals - 1)];
  }

  /** End of the newest interval. */
  static long endNanos(WindowState state) {
    return state.endNanos[slot(state, state.intervals - 1)];
  }

  /** What the sensor showed there. */
  static double readWatts(WindowState state) {
    return state.readWatts[slot(state, state.intervals - 1)];
  }

  private static void put(
      WindowState state,
      long endNanos,
      double watts,
      double variance,
      double changeWatts,
      double readWatts) {
    int at = slot(state, state.intervals);
    state.endNanos[at] = endNanos;
    state.watts[at] = watts;
    state.variance[at] = variance;
    state.changeWatts[at] = changeWatts;
    state.readWatts[at] = readWatts;
    state.intervals++;
  }

  private static int slot(WindowState state, long interval) {
    return (int) (interval % state.watts.length);
  }
}
