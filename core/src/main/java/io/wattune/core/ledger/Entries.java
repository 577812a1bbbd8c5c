package io.wattune.core.ledger;

import io.wattune.core.Quality;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.sensor.SensorProfile;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the ledger entries of one device from its books at two times. */
final class Entries {
  /** Update periods that may go unseen at the ends of an interval before it counts as a gap. */
  private static final int UNSEEN_PERIODS = 3;

  private final String device;
  private final DeviceState state;
  private final TrueIntegral integral;
  private final ShortActivities shortActivities;

  Entries(
      String device, DeviceState state, TrueIntegral integral, ShortActivities shortActivities) {
    this.device = device;
    this.state = state;
    this.integral = integral;
    this.shortActivities = shortActivities;
  }

  LedgerPoint at(long timeNanos) {
    return integral.at(timeNanos);
  }

  /** Time that the first sample after a time tells of; {@link Long#MAX_VALUE} if none does yet. */
  long nextSampleNanos(long timeNanos) {
    return integral.nextSampleNanos(timeNanos);
  }

  /** The entry of a time window; null where nothing of it was seen or bridged. */
  @Nullable LedgerEntry window(Book book, long startNanos, boolean isFinal) {
    LedgerPoint from = at(startNanos);
    LedgerPoint to = at(startNanos + book.windowNanos());
    if (to.spanNanos() == from.spanNanos()) {
      return null;
    }
    int revision = 2 * state.profilesLearned + (isFinal ? 1 : 0);
    return entry(book, Long.toString(startNanos), revision, isFinal, null, from, to);
  }

  /** The entry of an activity, up to a given end. */
  LedgerEntry activity(PendingActivity pending, long endNanos, boolean isFinal) {
    Activity activity = pending.activity();
    LedgerPoint anchored = pending.start();
    LedgerPoint from = anchored == null ? at(activity.startNanos()) : anchored;
    LedgerEntry entry =
        entry(
            activity.book(),
            activity.activityId(),
            pending.revision(),
            isFinal,
            activity,
            from,
            at(endNanos));
    ShortEnergy energy = shortActivities.of(entry, integral.spanAt(endNanos).profile());
    return energy == null ? entry : entry.withEnergy(energy);
  }

  private LedgerEntry entry(
      Book book,
      String key,
      int revision,
      boolean isFinal,
      @Nullable Activity activity,
      LedgerPoint from,
      LedgerPoint to) {
    state.energyRecords++;
    SensorProfile profile = integral.spanAt(to.timeNanos()).profile();
    long period = SampleFilter.periodNanos(state.sample);
    double sampleSeconds = Math.max(period, state.sample.pollNanos) * 1e-9;
    double range = Math.max(0, state.highestWatts - state.lowestWatts);
    EnergyError error = EnergyError.between(from, to, profile, sampleSeconds, range);
    long length = to.timeNanos() - from.timeNanos();
    long span = to.spanNanos() - from.spanNanos();
    long unseen = length - span + (to.gapNanos() - from.gapNanos());
    return new LedgerEntry(
        book.label() + "/" + device + "/" + state.signal + "/" + key,
        revision,
        isFinal,
        book,
        device,
        state.signal,
        activity == null ? null : activity.activityId(),
        activity == null ? null : activity.parentId(),
        activity == null ? null : activity.name(),
        activity == null ? Map.of() : activity.labels(),
        from.timeNanos(),
        to.timeNanos(),
        to.trueMicrojoules() - from.trueMicrojoules(),
        to.rawMicrojoules() - from.rawMicrojoules(),
        Math.round(error.joules() * 1e6),
        Math.round(error.scaleJoules() * 1e6),
        Math.max(0, Math.min(1, 1 - (double) unseen / length)),
        quality(from.quality().worst(to.quality()), span, unseen, period),
        profile.profileId());
  }

  private static Quality quality(Quality ofProfile, long span, long unseen, long period) {
    if (span <= 0) {
      return Quality.INVALID;
    }
    return unseen > UNSEEN_PERIODS * period ? ofProfile.worst(Quality.GAP) : ofProfile;
  }
}
