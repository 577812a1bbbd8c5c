package io.wattune.core.power;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.Quality;
import io.wattune.core.sensor.SensorProfile;

/**
 * True power at the samples of a sensor that shows the mean over a window {@code W}, with an update
 * every {@code T}.
 *
 * <p>{@code W} up to {@code 1.5 T}: a reading is the mean power of its own window, so it is put in
 * the window's middle. It stands for the whole period, of which the share {@code u = 1 - W/T} was
 * not seen: if windows are independent draws, the mean of the rest differs with the variance of two
 * of them, which is the mean square {@code J^2} of the steps to its neighbours; and since readings
 * may agree by chance, by at least {@value #LEAST_UNSEEN_ERROR} of the power. {@code variance = s^2
 * + u^2 max(J^2, (0.1 y)^2)}. In a window that is longer the time beyond the period counts so.
 *
 * <p>{@code W} beyond that: {@link BlockDifferences}, in the middle between two samples.
 *
 * <p>Test: {@code BoxcarPowerTest}.
 */
final class BoxcarPower {
  /** As in gaps, see {@link io.wattune.core.ring.RunningIntegral}. */
  private static final double LEAST_UNSEEN_ERROR = 0.1;

  private BoxcarPower() {}

  /** Takes the sample behind the newest one of the state. */
  static void accept(
      PowerState state, SensorProfile profile, long timeNanos, double watts, boolean seen) {
    if (!profile.averagesOverlap()) {
      return;
    }
    if (state.samples == 0 || !seen) {
      BlockDifferences.begin(state.window, profile, timeNanos, watts);
      return;
    }
    if (state.window.intervals == 0) {
      BlockDifferences.begin(state.window, profile, state.newestNanos, state.newestWatts);
    }
    takeUpdate(state, profile, timeNanos, watts);
  }

  /**
   * Where the update period could not be determined from the readings, repeats come as samples much
   * closer to one another than updates are. A difference over less than an update, times the window
   * over it, would make a spike of each new value: they wait for one, or count as an update that
   * showed the same once half a period more than one has passed.
   */
  private static void takeUpdate(
      PowerState state, SensorProfile profile, long timeNanos, double watts) {
    long half = Math.round(0.5e9 * profile.updatePeriodSeconds());
    long last = BlockDifferences.endNanos(state.window);
    boolean isNew = watts != BlockDifferences.readWatts(state.window);
    if (timeNanos - state.newestNanos >= half || (isNew && timeNanos - last >= half)) {
      BlockDifferences.accept(state.window, profile, timeNanos, watts);
    } else if (timeNanos - last >= 3 * half) {
      BlockDifferences.accept(state.window, profile, last + 2 * half, watts);
    }
  }

  /** Puts out the newest sample of the state. */
  static void put(
      PowerState state,
      SensorProfile profile,
      double afterWatts,
      boolean afterSeen,
      PowerColumns out) {
    if (profile.averagesOverlap()) {
      putInterval(state, profile, out);
    } else {
      putWindow(state, profile, afterWatts, afterSeen, out);
    }
  }

  private static void putInterval(PowerState state, SensorProfile profile, PowerColumns out) {
    long end = state.newestNanos - profile.delayNanos();
    if (!state.newestSeen || state.window.intervals == 0) {
      out.add(end, state.newestWatts, 0, 0, Quality.GAP);
      return;
    }
    long middle = end - (state.newestNanos - state.beforeNanos) / 2;
    double watts = BlockDifferences.watts(state.window);
    double variance = BlockDifferences.variance(state.window);
    PowerCorrector.add(profile, middle, state.newestWatts, watts, variance, out);
  }

  private static void putWindow(
      PowerState state,
      SensorProfile profile,
      double afterWatts,
      boolean afterSeen,
      PowerColumns out) {
    double window = profile.windowSeconds();
    double watts = state.newestWatts;
    long middle = state.newestNanos - profile.delayNanos() - Math.round(0.5e9 * window);
    double period = profile.updatePeriodSeconds();
    double other =
        profile.response().seenShare(period) == 1
            ? Math.max(0, 1 - period / window)
            : 1 - window / period;
    int steps = (state.newestSeen ? 1 : 0) + (afterSeen ? 1 : 0);
    double squares =
        (state.newestSeen ? square(watts - state.beforeWatts) : 0)
            + (afterSeen ? square(afterWatts - watts) : 0);
    double rest = Math.max(squares / Math.max(1, steps), square(LEAST_UNSEEN_ERROR * watts));
    double variance = square(profile.noiseWatts()) + square(other) * rest;
    PowerCorrector.add(profile, middle, watts, watts, variance, out);
  }
}
