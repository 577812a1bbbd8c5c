package io.wattune.core.sensor;

import io.wattune.core.reading.Sample;

/**
 * How long a sensor's response can be at most, by how steeply its readings have moved.
 *
 * <p>No board takes more than {@code P = }{@value #MOST_WATTS} W, and none less than nothing; of
 * what shows more than {@value #MOST_OF_A_BOARD} W, as a node's meter does, {@code P} is {@value
 * #ABOVE_SHOWN} times the highest reading. So a first-order lag {@code C} moves by at most {@code P
 * t / C} within a time {@code t}, since {@code C dy/dt} is power less reading (Burtscher et al.
 * 2014, section 4), and a boxcar {@code W} by at most {@code P t / W}, since it swaps power of a
 * time {@code t} for other power and divides by {@code W}. Readings that moved by {@code s} W/s
 * allow no {@code C} and no {@code W} above {@code P / s}, whatever ran: neither loads that hold
 * still nor their times need to be known. A 20 ms series of an H100 that rose by 450 W from one
 * value to the next has no response above 0.1 s.
 *
 * <p>The time that counts is the longest that can lie between the two values: from the poll before
 * the first to the one that saw the second. Of all moves the ninth steepest counts, so that four
 * broken values, up and down, decide nothing. Test: {@code ResponseBoundTest}.
 */
final class ResponseBound {
  /** No accelerator's board takes more, nor for a moment (decision 0018 has the same bound). */
  static final double MOST_WATTS = 2000;

  /** What shows more is no single board, as a node's meter is not. */
  private static final double MOST_OF_A_BOARD = 1500;

  /** How far power of a node may be above what a slow meter ever showed of it. */
  private static final double ABOVE_SHOWN = 4;

  /** A bound is reported where it is at most this share of what was thought possible. */
  private static final double WORTH_REPORTING = 0.5;

  private ResponseBound() {}

  /** Notes the move from the sample before to this one. */
  static void note(CalibrationState state, Sample sample, double watts) {
    long before = state.newestFromNanos;
    double move = Math.abs(watts - state.newestWatts);
    state.newestFromNanos = sample.fromNanos;
    state.newestWatts = watts;
    state.highestEverWatts = Math.max(state.highestEverWatts, watts);
    if (before == Long.MIN_VALUE || sample.toNanos <= before) {
      return;
    }
    double slope = move / ((sample.toNanos - before) * 1e-9);
    double[] steepest = state.steepestWattsPerSecond;
    for (int i = 0; i < steepest.length; i++) {
      if (slope > steepest[i]) {
        System.arraycopy(steepest, i, steepest, i + 1, steepest.length - 1 - i);
        steepest[i] = slope;
        return;
      }
    }
  }

  /** The longest constant or window that the moves so far allow, in seconds. */
  static double mostSeconds(CalibrationState state) {
    double[] steepest = state.steepestWattsPerSecond;
    double highest = state.highestEverWatts;
    double most = highest > MOST_OF_A_BOARD ? ABOVE_SHOWN * highest : MOST_WATTS;
    return most / steepest[steepest.length - 1];
  }

  /** A standard error of which two reach the bound. */
  static double errorSeconds(CalibrationState state) {
    return mostSeconds(state) / 2;
  }

  /** Whether the bound says much more than what was reported last, or is assumed of any sensor. */
  static boolean isNews(CalibrationState state) {
    double known = Math.min(state.boundToldSeconds, 2 * ProfileChoice.PRIOR_LAG_SECONDS);
    return mostSeconds(state) <= WORTH_REPORTING * known;
  }
}
