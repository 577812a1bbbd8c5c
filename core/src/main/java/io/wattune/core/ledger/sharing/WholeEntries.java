package io.wattune.core.ledger.sharing;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.brief.Aliasing;
import io.wattune.core.ledger.brief.RecentActivities;
import io.wattune.core.ledger.brief.SpanEnergy;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.DetectedEnds;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.integral.CounterBook;
import io.wattune.core.ledger.integral.CounterChoice;
import io.wattune.core.ledger.integral.CounterDoubt;
import io.wattune.core.ledger.integral.EnergyError;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.sensor.SensorProfile;
import org.jspecify.annotations.Nullable;

/** Makes the ledger entries of one device that have all of the energy between two times. */
public record WholeEntries(
    String device,
    DeviceState state,
    TrueIntegral integral,
    CounterBook counters,
    SpanEnergy spanEnergy,
    Aliasing aliasing) {
  /** Update periods that may go unseen at the ends of an interval before it counts as a gap. */
  private static final int UNSEEN_PERIODS = 3;

  private static final long SECOND = 1_000_000_000L;

  LedgerPoint at(long timeNanos) {
    return integral.at(timeNanos);
  }

  /**
   * Time that the first sample after a time describes; {@link Long#MAX_VALUE} if there is none yet.
   */
  public long nextSampleNanos(long timeNanos) {
    return integral.nextSampleNanos(timeNanos);
  }

  /** The entry of a time window; null where nothing of it was seen or bridged. */
  public @Nullable LedgerEntry window(Book book, long startNanos, boolean isFinal) {
    LedgerPoint from = at(startNanos);
    LedgerPoint to = at(startNanos + book.windowNanos());
    if (to.spanNanos() == from.spanNanos()) {
      return null;
    }
    int revision = state.revisionOfWindow(isFinal);
    return entry(book, Long.toString(startNanos), revision, isFinal, null, from, to);
  }

  /**
   * The entry of a window of which nothing was seen, for a clock that was ahead may have said
   * something of it.
   */
  public LedgerEntry takenBack(Book book, long startNanos) {
    state.energyRecords++;
    return draft(book, Long.toString(startNanos), startNanos, startNanos + book.windowNanos())
        .revision(state.revisionOfWindow(true), state.setBacks(), true)
        .seen(0, Quality.INVALID, state.newestProfile().profileId())
        .entry();
  }

  private EntryDraft draft(Book book, String key, long startNanos, long endNanos) {
    String id = book.label() + "/" + device + "/" + state.signal + "/" + key;
    return new EntryDraft(id, book, device, state.signal, startNanos, endNanos);
  }

  /** Time that the newest poll describes. */
  long newestNanos() {
    long seen = state.ring.seenToNanos;
    return seen - integral.spanAt(seen).profile().delayNanos();
  }

  /** The entry of an activity with all of the energy, up to a given end. */
  public LedgerEntry activity(PendingActivity pending, long endNanos, boolean isFinal) {
    Activity activity = pending.activity();
    LedgerPoint from = startOf(pending);
    LedgerPoint to = at(endNanos);
    LedgerEntry entry =
        entry(
            activity.book(),
            activity.activityId(),
            pending.revision(),
            isFinal,
            activity,
            from,
            to);
    return DetectedEnds.widened(activity.competes() ? entry : spanEnergy.of(entry, from, to));
  }

  /**
   * The books at an activity's start, as they were when it became final. What aliasing may do to a
   * short span is a part of the point's error, since the activities that show it are forgotten one
   * by one from then on.
   */
  public LedgerPoint startOf(PendingActivity pending) {
    LedgerPoint anchored = pending.start();
    if (anchored != null) {
      return anchored;
    }
    Activity activity = pending.activity();
    LedgerPoint start = at(activity.startNanos());
    double off = activity.competes() ? 0 : aliasing.shortJoules(activity);
    return off == 0 ? start : start.lessCertain(off * off);
  }

  /** The entry of an interval with all of its energy. */
  LedgerEntry entry(
      Book book,
      String key,
      int revision,
      boolean isFinal,
      @Nullable Activity activity,
      LedgerPoint from,
      LedgerPoint to) {
    state.energyRecords++;
    SensorProfile profile = integral.spanAt(to.timeNanos()).profile();
    double pollSeconds = state.sample.pollNanos * 1e-9;
    EnergyError error = EnergyError.between(state, from, to, profile);
    CounterEnergy counted = book.windowNanos() == 0 ? null : counters.between(from, to, error);
    int byCounter = to.byCounter() - from.byCounter();
    if (book.windowNanos() != 0 && byCounter * SECOND < book.windowNanos()) {
      error =
          error
              .and(aliasing.windowJoules(from.timeNanos(), to.timeNanos()))
              .and(CounterChoice.silentJoules(state.counter, from.timeNanos(), to.timeNanos()));
    } else if (book == Book.SPAN && activity != null && !RecentActivities.isShort(activity)) {
      error = error.and(aliasing.longSpanJoules(from.timeNanos(), to.timeNanos()));
    }
    if (counted != null && byCounter * SECOND == book.windowNanos()) {
      error = byCounter(error, counted, from, to);
    } else if (counted != null && CounterDoubt.isAsked(profile, pollSeconds)) {
      error = doubted(error, counted, from, to, profile);
    }
    long length = to.timeNanos() - from.timeNanos();
    long span = to.spanNanos() - from.spanNanos();
    long unseen = length - span + (to.gapNanos() - from.gapNanos());
    // However short it is: an interval of which nothing was seen is a gap.
    long allowed = Math.min(length - 1, unnoticedNanos());
    double coverage =
        Math.max(0, Math.min(1, 1 - (double) unseen / length))
            * EnergyError.seenShare(profile, pollSeconds);
    Quality worst = quality(from.quality().worst(to.quality()), span, unseen, allowed);
    long integral = to.integralMicrojoules() - from.integralMicrojoules();
    EntryDraft draft =
        draft(book, key, from.timeNanos(), to.timeNanos())
            .revision(revision, state.setBacks(), isFinal)
            .energy(
                to.trueMicrojoules() - from.trueMicrojoules(),
                to.rawMicrojoules() - from.rawMicrojoules())
            .error(Math.round(error.joules() * 1e6), Math.round(error.scaleJoules() * 1e6))
            .seen(coverage, worst, profile.profileId())
            .counter(counted, byCounter == 0 ? null : (Long) integral);
    return activity == null ? draft.entry() : draft.of(activity).entry();
  }

  /** The error of a window all of whose seconds have the counter's energy. */
  private static EnergyError byCounter(
      EnergyError error, CounterEnergy counted, LedgerPoint from, LedgerPoint to) {
    double joules = (to.trueMicrojoules() - from.trueMicrojoules()) * 1e-6;
    double scale = StrictMath.hypot(error.scaleJoules(), CounterChoice.OWN_SCALE * joules);
    double own = CounterChoice.errorJoules(counted, joules);
    return new EnergyError(StrictMath.hypot(error.scaleJoules(), own), scale);
  }

  /** The error of a window, with what the counter says against its energy. */
  private static EnergyError doubted(
      EnergyError error,
      CounterEnergy counted,
      LedgerPoint from,
      LedgerPoint to,
      SensorProfile profile) {
    double joules = (to.trueMicrojoules() - from.trueMicrojoules()) * 1e-6;
    double seconds = (to.spanNanos() - from.spanNanos()) * 1e-9;
    double doubt = CounterDoubt.joules(joules, seconds, counted, error, profile);
    return new EnergyError(
        StrictMath.hypot(error.joules(), doubt), StrictMath.hypot(error.scaleJoules(), doubt));
  }

  /** Time that may go unseen at the ends of an interval before it counts as a gap. */
  long unnoticedNanos() {
    return UNSEEN_PERIODS * SampleFilter.periodNanos(state.sample);
  }

  static Quality quality(Quality ofProfile, long span, long unseen, long allowed) {
    if (span <= 0) {
      return Quality.INVALID;
    }
    return unseen > allowed ? ofProfile.worst(Quality.GAP) : ofProfile;
  }
}
