package io.wattune.core.ledger.brief;

import io.wattune.core.Quality;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.ShortEnergy;
import io.wattune.core.ledger.integral.EnergyError;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import org.jspecify.annotations.Nullable;

/**
 * Energy of a short activity that comes again and again under one name, while nothing is known of
 * the sensor's response but that it forgets.
 *
 * <p>By itself such an activity's power may have been anything that was ever read: its error is the
 * whole range of readings. A train of repeats says far more. Whatever the sensor averages, its mean
 * over whole cycles of the train is the mean {@code M} of power, and of that the activities have
 * the share {@code u} of the time. Gaps took no less than nothing and no more than the activities,
 * so that the level of these lies between {@code M} and {@code M / u}: the middle is said, with the
 * standard error of a number anywhere between. It is common to all of the train. How much one
 * differs from its like no sensor saw: a tenth of the power is allowed for, as elsewhere.
 *
 * <p>The first {@value #SETTLE_NANOS} ns of a train are left out, since readings may still show
 * what was before. Units: J, W, s. Test: {@code UnlearnedRepeatsTest} (errors over stated errors on
 * sensors that lag, average, or see a part of the time).
 */
public record UnlearnedRepeats(LedgerSettings settings, DeviceState state, TrueIntegral integral) {
  private static final long SETTLE_NANOS = 2_000_000_000L;
  private static final long REACH_NANOS = 8_000_000_000L;
  private static final int LEAST_CYCLES = 3;
  private static final double SQRT_3 = Math.sqrt(3);

  /**
   * What to say of an activity's energy.
   *
   * @param entry the entry as it would stand
   * @return null where it should stand
   */
  public @Nullable ShortEnergy of(LedgerEntry entry, SensorProfile profile) {
    String name = entry.name();
    double seconds = (entry.endNanos() - entry.startNanos()) * 1e-9;
    boolean isHidden = EnergyError.alikeJoules(state, profile, seconds) > 0;
    if (name == null || profile.source() != ProfileSource.PRIOR || !isHidden) {
      return null;
    }
    long ahead =
        Math.min(REACH_NANOS, settings.horizonNanos() / 2 - Math.abs(profile.delayNanos()));
    long key = RecentActivities.keyOf(entry.book(), name);
    Neighbours near =
        Neighbours.of(
            state,
            entry,
            key,
            entry.startNanos() - REACH_NANOS,
            entry.endNanos() + ahead,
            Neighbours.MOST_BESIDE);
    if (near.own < 0) {
      return null;
    }
    int first = near.own;
    while (first > near.first && near.keyOf(first - 1) == key) {
      first--;
    }
    int last = near.own;
    while (last < near.last && near.keyOf(last + 1) == key) {
      last++;
    }
    int from = first;
    while (from < last && near.startNanos(from) < near.startNanos(first) + SETTLE_NANOS) {
      from++;
    }
    while (last > from && near.startNanos(last) > newestNanos(profile)) {
      last--;
    }
    return last - from < LEAST_CYCLES ? null : of(entry, profile, near, from, last);
  }

  private long newestNanos(SensorProfile profile) {
    return state.ring.seenToNanos - profile.delayNanos();
  }

  private @Nullable ShortEnergy of(
      LedgerEntry entry, SensorProfile profile, Neighbours near, int first, int last) {
    LedgerPoint from = integral.at(near.startNanos(first));
    LedgerPoint to = integral.at(near.startNanos(last));
    double length = (to.timeNanos() - from.timeNanos()) * 1e-9;
    if (to.spanNanos() - from.spanNanos() != to.timeNanos() - from.timeNanos()) {
      return null;
    }
    double active = 0;
    for (int i = first; i < last; i++) {
      active += (near.endNanos(i) - near.startNanos(i)) * 1e-9;
    }
    double mean = (to.trueMicrojoules() - from.trueMicrojoules()) * 1e-6 / length;
    double most = mean * length / active;
    double seconds = (entry.endNanos() - entry.startNanos()) * 1e-9;
    double level = 0.5 * (mean + most);
    EnergyError whole = EnergyError.between(state, from, to, profile);
    double ofMean = whole.joules() / length;
    double ofLevel = 0.5 * (most - mean) / SQRT_3;
    double common = StrictMath.hypot(ofMean * most / mean, ofLevel) * seconds;
    double own = EnergyError.LEAST_UNSEEN_ERROR * level * seconds;
    if (!(mean > 0) || !(common <= entry.standardErrorMicrojoules() * 1e-6)) {
      return null;
    }
    return new ShortEnergy(
        Math.round(level * seconds * 1e6),
        Math.round(StrictMath.hypot(common, own) * 1e6),
        Math.round(common * 1e6),
        entry.quality().worst(Quality.ESTIMATED));
  }
}
