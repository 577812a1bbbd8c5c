package io.wattune.core.ledger.brief;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.integral.SampleStretch;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import java.util.Arrays;

/**
 * What a boxcar that sees a part of the time, or a sensor that shows power as it is, may have shown
 * too much or too little of short activities, since they come nearly in step with its updates.
 *
 * <p>Loads that come again after {@code T + d}, with a sensor that shows a window {@code W} of each
 * period {@code T}, drift through its windows in {@code T / d} updates. For as long as that takes
 * readings show the same part of each load, and change as slowly as if power did: nothing in them
 * says so. The activities do. With {@code f(t)} the share of the window before {@code t} in which
 * any ran, and {@code B} what {@link TrueIntegral} makes of {@code f} as readings of power 1 less
 * the time in which any ran, the interval's energy is off by {@code J B}, if power is higher by
 * {@code J} while any runs. {@code J} is the slope of the readings over {@code f} about the
 * interval, with its standard error, less what the slope is too small since the samples' own times
 * are not known exactly (an error in {@code f}, which flattens the line); at most the range of all
 * readings. {@code gain J B} is taken as an error, and not taken out: activities may not be what
 * power goes by.
 *
 * <p>Each second's is kept before the activities in it are forgotten, so that windows that become
 * final later have it; with its sign, so that it adds up over more seconds as it does in truth.
 * Units s, W, J. Test: {@code PartTimeDriftTest}.
 */
public final class Aliasing {
  private static final long SECOND = 1_000_000_000L;

  /** Longer activities, in update periods, are left out: readings show them. */
  private static final double LONG_RUN = 3;

  /** Update periods about an interval whose readings say how power differs. */
  private static final int ABOUT = 4;

  private static final double INSTANT_SECONDS = 1e-3;

  /** A line through fewer readings has no error that could be trusted. */
  private static final int FEWEST = 6;

  /** Where shares differ by hardly more than samples are misplaced, they say nothing. */
  private static final double LEAST_SPREAD = 3;

  private static final double SQRT_12 = Math.sqrt(12);

  /** Ends of longer activities count little beside what lies between. */
  private final LedgerSettings settings;

  private final DeviceState state;
  private final TrueIntegral integral;
  private final SampleStretch stretch;
  private final ShortRuns runs = new ShortRuns();
  private double[] shares = {};

  /** The first sample of whose window all is known. */
  private int known;

  public Aliasing(
      LedgerSettings settings, DeviceState state, SampleRing ring, TrueIntegral integral) {
    this.settings = settings;
    this.state = state;
    this.integral = integral;
    this.stretch = new SampleStretch(ring, state.unit.watts());
  }

  /** Keeps the seconds whose activities are about to become final, by the device's clock. */
  public void work() {
    workBy(state.sample.clockNanos - settings.horizonNanos());
  }

  /** Keeps all seconds that a window will ask for: the trace has ended. */
  public void finish() {
    workBy(state.ring.seenToNanos);
  }

  private void workBy(long beyondNanos) {
    SensorProfile profile = state.newestProfile();
    if (!isAsked(profile)) {
      state.aliased = state.aliased.length == 0 ? state.aliased : new float[0];
      return;
    }
    long by = beyondNanos + marginNanos(profile);
    if (state.aliased.length == 0 && !state.activities.isEmpty()) {
      state.aliasedFromNanos = state.nextToFinish[0];
    } else if (state.aliased.length == 0) {
      return;
    }
    long next = state.aliasedFromNanos + state.aliased.length * SECOND;
    int more = (int) Math.max(0, -Math.floorDiv(next - by, SECOND));
    if (more == 0) {
      return;
    }
    int n = state.aliased.length;
    float[] longer = Arrays.copyOf(state.aliased, n + more);
    for (int i = 0; i < more; i++) {
      long start = next + i * SECOND;
      longer[n + i] = (float) secondJoules(start);
    }
    state.aliased = longer;
  }

  /** Windows of a time have all become final. */
  public static void dropBefore(DeviceState state, long timeNanos) {
    int old = (int) Math.min(state.aliased.length, (timeNanos - state.aliasedFromNanos) / SECOND);
    if (old > 0) {
      state.aliased = Arrays.copyOfRange(state.aliased, old, state.aliased.length);
      state.aliasedFromNanos += old * SECOND;
    }
  }

  private static boolean isAsked(SensorProfile profile) {
    return switch (profile.sensorClass()) {
      case BOXCAR -> !profile.averagesAll();
      case PASS_THROUGH -> profile.source() != ProfileSource.PRIOR;
      case FIRST_ORDER_LAG -> false;
    };
  }

  private static long marginNanos(SensorProfile profile) {
    return Math.round(1e9 * (ABOUT * profile.updatePeriodSeconds() + windowSeconds(profile)));
  }

  /** Of a sensor that shows power as it is, short beside anything that runs. */
  private static double windowSeconds(SensorProfile profile) {
    return Math.max(INSTANT_SECONDS, profile.windowSeconds());
  }

  /** By how much the energy of whole seconds may be off, in joules. */
  public double windowJoules(long fromNanos, long toNanos) {
    if (!isAsked(integral.spanAt(toNanos).profile())
        || (state.aliased.length == 0 && state.activities.isEmpty())) {
      return 0;
    }
    double sum = 0;
    for (long start = fromNanos; start < toNanos; start += SECOND) {
      long place = Math.floorDiv(start - state.aliasedFromNanos, SECOND);
      boolean isKept = place >= 0 && place < state.aliased.length;
      if (isKept) {
        sum += state.aliased[(int) place];
      } else if (start >= state.nextToFinish[0]) {
        sum += secondJoules(start);
      }
    }
    return Math.abs(sum);
  }

  private double secondJoules(long startNanos) {
    long knownFrom = startNanos - marginNanos(integral.spanAt(startNanos + SECOND).profile());
    return offJoules(startNanos, startNanos + SECOND, knownFrom);
  }

  /** By how much the energy of a short activity may be off, in joules; 0 of a longer one. */
  public double shortJoules(Activity activity) {
    return RecentActivities.isShort(activity)
            && isAsked(integral.spanAt(activity.endNanos()).profile())
        ? offJoules(activity.startNanos(), activity.endNanos(), activity.startNanos())
        : 0;
  }

  /** By how much the energy of a long span may be off, in joules: that of the seconds within. */
  public double longSpanJoules(long fromNanos, long toNanos) {
    long first = -Math.floorDiv(-fromNanos, SECOND) * SECOND;
    return windowJoules(first, Math.floorDiv(toNanos, SECOND) * SECOND);
  }

  /**
   * By how much an interval's energy may be off.
   *
   * @param knownFromNanos activities that end before it are not used: they may be final and
   *     forgotten already
   */
  private double offJoules(long fromNanos, long toNanos, long knownFromNanos) {
    SensorProfile profile = integral.spanAt(toNanos).profile();
    long margin = marginNanos(profile);
    long longest = Math.round(1e9 * LONG_RUN * profile.updatePeriodSeconds());
    runs.gather(state, fromNanos - margin, toNanos + margin, longest, false, knownFromNanos);
    if (runs.isEmpty()) {
      return 0;
    }
    runs.join();
    stretch.about(fromNanos + profile.delayNanos(), margin, toNanos - fromNanos + margin);
    int n = stretch.count();
    shares = shares.length < n ? new double[2 * n] : shares;
    share(n, fromNanos, knownFromNanos, Math.round(1e9 * windowSeconds(profile)));
    double seconds = (toNanos - fromNanos) * 1e-9;
    double shown = shownSeconds(seconds, profile) - shownSeconds(0, profile);
    double ran = (runs.busyTo(toNanos) - runs.busyTo(fromNanos)) * 1e-9;
    return profile.gain() * stepWatts(profile) * (shown - ran);
  }

  /** Finds the shares; of windows of which not all is known, that of the first one after them. */
  private void share(int n, long originNanos, long knownFromNanos, long windowNanos) {
    known = n;
    for (int i = n - 1; i >= 0; i--) {
      long at = originNanos + Math.round(1e9 * stretch.seconds(i));
      if (at - windowNanos >= knownFromNanos) {
        shares[i] = (runs.busyTo(at) - runs.busyTo(at - windowNanos)) / windowNanos;
        known = i;
      } else {
        shares[i] = known < n ? shares[known] : 0;
      }
    }
  }

  /** What the integral makes of the shares, from the first sample to a time. */
  private double shownSeconds(double at, SensorProfile profile) {
    if (at <= stretch.firstSeconds()) {
      return 0;
    }
    double sum = 0;
    for (int i = 1; i < stretch.count(); i++) {
      double step = stretch.seconds(i) - stretch.seconds(i - 1);
      double part = Math.min(1, (at - stretch.seconds(i - 1)) / step);
      double here = shares[i - 1] + part * (shares[i] - shares[i - 1]);
      sum += part * step * 0.5 * (shares[i - 1] + here);
      if (part < 1 || i + 1 == stretch.count()) {
        return sum + 0.5 * windowSeconds(profile) * here;
      }
    }
    return sum;
  }

  /** By how much power is higher while any runs, as far as the readings can say. */
  private double stepWatts(SensorProfile profile) {
    int all = stretch.count();
    int n = all - known;
    double meanShare = 0;
    double meanWatts = 0;
    for (int i = known; i < all; i++) {
      meanShare += shares[i] / n;
      meanWatts += stretch.watts(i) / n;
    }
    double place = state.sample.pollNanos * 1e-9 / SQRT_12 / windowSeconds(profile);
    double ss = 0;
    double sw = 0;
    double ww = 0;
    double misplaced = 0;
    for (int i = known; i < all; i++) {
      double s = shares[i] - meanShare;
      double w = stretch.watts(i) - meanWatts;
      ss += s * s;
      sw += s * w;
      ww += w * w;
      misplaced += shares[i] > 0 && shares[i] < 1 ? place * place : 0;
    }
    double most = Math.max(0, state.highestWatts - state.lowestWatts);
    if (n < FEWEST || ss < LEAST_SPREAD * misplaced || !(ss > 0)) {
      return most;
    }
    double slope = sw / (ss - misplaced);
    double noise = profile.noiseWatts();
    double left = Math.max(0, ww - slope * slope * (ss - misplaced)) / (n - 2) + noise * noise;
    return Math.min(most, Math.sqrt(slope * slope + left / (ss - misplaced)));
  }
}
