package io.wattune.core.ledger.sharing;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Accrued;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.MergedParts;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.brief.Aliasing;
import io.wattune.core.ledger.brief.RecentActivities;
import io.wattune.core.ledger.brief.RepeatedActivities;
import io.wattune.core.ledger.brief.ShortActivities;
import io.wattune.core.ledger.brief.SpanEnergy;
import io.wattune.core.ledger.brief.UnlearnedRepeats;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.DetectedEnds;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.ShortEnergy;
import io.wattune.core.ledger.integral.CounterBook;
import io.wattune.core.ledger.integral.CounterChoice;
import io.wattune.core.ledger.integral.CounterDoubt;
import io.wattune.core.ledger.integral.EnergyError;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.sensor.SensorProfile;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the ledger entries of one device from its books at two times. */
public final class Entries {
  /** Update periods that may go unseen at the ends of an interval before it counts as a gap. */
  private static final int UNSEEN_PERIODS = 3;

  /** Share of a remainder's time that may go unseen before it counts as a gap. A choice. */
  private static final double UNSEEN_OF_REMAINDER = 0.01;

  /** What the entry ids of remainders begin with, behind book, device and signal. */
  private static final String REMAINDER = "remainder-";

  /** The ring keeps as much before the horizon for certain. */
  private static final long LONGEST_LOOKED_UP_NANOS = 50_000_000_000L;

  private static final long SECOND = 1_000_000_000L;

  /** What doubles lose in a sum of shares. */
  private static final double SAME_SHARE = 1e-9;

  private final String device;
  private final DeviceState state;
  private final TrueIntegral integral;
  private final CounterBook counters;
  private final ShortActivities shortActivities;
  private final RepeatedActivities repeatedActivities;
  private final UnlearnedRepeats unlearnedRepeats;
  private final SpanEnergy spanEnergy;
  private final Aliasing aliasing;

  public Entries(
      String device,
      DeviceState state,
      TrueIntegral integral,
      ShortActivities shortActivities,
      RepeatedActivities repeatedActivities,
      UnlearnedRepeats unlearnedRepeats,
      SpanEnergy spanEnergy,
      Aliasing aliasing) {
    this.device = device;
    this.state = state;
    this.integral = integral;
    this.counters = new CounterBook(state, integral);
    this.shortActivities = shortActivities;
    this.repeatedActivities = repeatedActivities;
    this.unlearnedRepeats = unlearnedRepeats;
    this.spanEnergy = spanEnergy;
    this.aliasing = aliasing;
  }

  /** Keeps what aliasing may do to seconds whose activities are about to become final. */
  public void keepAliased() {
    aliasing.work();
  }

  /** The same of all seconds: the trace has ended. */
  public void keepAllAliased() {
    aliasing.finish();
  }

  LedgerPoint at(long timeNanos) {
    return integral.at(timeNanos);
  }

  /** Time that the first sample after a time tells of; {@link Long#MAX_VALUE} if none does yet. */
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
    return new LedgerEntry(
        entryId(book, Long.toString(startNanos)),
        state.revisionOfWindow(true),
        true,
        book,
        device,
        state.signal,
        null,
        null,
        null,
        Map.of(),
        startNanos,
        startNanos + book.windowNanos(),
        0,
        0,
        0,
        0,
        0,
        Quality.INVALID,
        state.newestProfile().profileId(),
        null,
        null,
        null);
  }

  private String entryId(Book book, String key) {
    return book.label() + "/" + device + "/" + state.signal + "/" + key;
  }

  /** Time that the newest poll tells of. */
  long newestNanos() {
    long seen = state.ring.seenToNanos;
    return seen - integral.spanAt(seen).profile().delayNanos();
  }

  /** What the activities of the device compete for. */
  Competition competition(LedgerSettings settings) {
    return new Competition(settings, state, integral);
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
   * The entry of an activity that was given a part of the energy, up to a given end. One that was
   * alone may be short: then its energy is what {@link ShortActivities} or {@link
   * RepeatedActivities} says, and the difference to what it was given must be taken from the
   * remainder, and from what its parent leaves unexplained. One that ran while nobody looked, even
   * for a part of its time, has what was seen: to be like its repeats would give it energy that the
   * device's windows do not have.
   */
  LedgerEntry shared(PendingActivity pending, Accrued got, long endNanos, boolean isFinal) {
    LedgerEntry whole = activity(pending, endNanos, isFinal);
    Long unexplained = got.hasChildren() ? got.unexplainedMicrojoules() : null;
    Quality quality =
        pending.endUnknown() ? whole.quality().worst(Quality.ESTIMATED) : whole.quality();
    LedgerPoint from = startOf(pending);
    long span = at(endNanos).spanNanos() - from.spanNanos();
    double seen = span * 1e-9;
    boolean stillRuns = !pending.endUnknown() && endNanos < pending.activity().endNanos();
    double seconds = got.nanos() * 1e-9;
    double share = share(seconds, seen);
    LedgerEntry entry =
        part(
            whole,
            got.microjoules(),
            got.rawMicrojoules(),
            new Attribution(
                share,
                idle(seconds),
                unexplained,
                stillRuns,
                Math.max(1, pending.partsOrNone().count())),
            quality);
    MergedParts parts = pending.parts();
    if (parts != null) {
      return merged(entry, parts, endNanos);
    }
    boolean isAlone = share == 1 && unexplained == null;
    if (!isAlone || stillRuns || pending.endUnknown()) {
      return entry;
    }
    SensorProfile profile = integral.spanAt(endNanos).profile();
    if (span < endNanos - from.timeNanos()) {
      return alike(entry, profile);
    }
    ShortEnergy pooled = repeatedActivities.of(entry, profile);
    pooled = pooled == null ? unlearnedRepeats.of(entry, profile) : pooled;
    if (pooled != null) {
      return entry.with(pooled);
    }
    ShortEnergy fitted = shortActivities.of(entry, profile);
    LedgerEntry alone = fitted == null ? alike(entry, profile) : entry.with(fitted);
    double off = 1e6 * aliasing.shortJoules(pending.activity());
    return off == 0
        ? alone
        : alone.withErrors(
            Math.round(StrictMath.hypot(alone.standardErrorMicrojoules(), off)),
            Math.round(StrictMath.hypot(alone.scaleErrorMicrojoules(), off)));
  }

  /**
   * The entry of activities that were merged. Nothing checks what any one of them took, so that the
   * error is the one of so many of which nothing does: what they have in common adds up, the rest
   * in squares.
   */
  private LedgerEntry merged(LedgerEntry entry, MergedParts parts, long endNanos) {
    double variance = 0;
    double common = 0;
    Quality quality = entry.quality().worst(Quality.ESTIMATED);
    for (int part = 0; part < parts.count(); part++) {
      if (parts.startNanos(part) < endNanos - LONGEST_LOOKED_UP_NANOS) {
        return entry.with(
            new ShortEnergy(
                entry.energyMicrojoules(),
                entry.standardErrorMicrojoules(),
                entry.scaleErrorMicrojoules(),
                quality));
      }
    }
    for (int part = 0; part < parts.count(); part++) {
      long end = Math.min(parts.endNanos(part), endNanos);
      if (parts.startNanos(part) < end) {
        LedgerPoint from = at(parts.startNanos(part));
        LedgerPoint to = at(end);
        SensorProfile profile = integral.spanAt(end).profile();
        EnergyError error = EnergyError.between(state, from, to, profile);
        double alike = EnergyError.alikeJoules(state, profile, (end - from.timeNanos()) * 1e-9);
        double own = square(error.joules()) - square(error.scaleJoules()) - square(alike);
        variance += Math.max(0, own);
        common += StrictMath.hypot(error.scaleJoules(), alike);
      }
    }
    return entry.with(
        new ShortEnergy(
            entry.energyMicrojoules(),
            Math.round(StrictMath.hypot(Math.sqrt(variance), common) * 1e6),
            Math.round(common * 1e6),
            quality));
  }

  /** The entry of an activity, with what repeats of it have in common. */
  private LedgerEntry alike(LedgerEntry entry, SensorProfile profile) {
    double seconds = (entry.endNanos() - entry.startNanos()) * 1e-9;
    double alike = EnergyError.alikeJoules(state, profile, seconds);
    double common = StrictMath.hypot(entry.scaleErrorMicrojoules() * 1e-6, alike);
    return alike == 0 ? entry : entry.withCommonError(Math.round(common * 1e6));
  }

  /**
   * The entry of what no activity of a level took. The time before the device's first reading is
   * none of it.
   */
  LedgerEntry remainder(
      int level, Remainders.Left left, LedgerPoint from, LedgerPoint to, boolean isFinal) {
    int revision = state.sharing.remainderRevision++;
    String key = REMAINDER + from.timeNanos();
    LedgerEntry whole = entry(Book.ofLevel(level), key, revision, isFinal, null, from, to);
    double seen = (to.spanNanos() - from.spanNanos()) * 1e-9;
    double seconds = left.nanos() * 1e-9;
    double share = share(seconds, seen);
    return part(
        whole,
        left.microjoules(),
        left.rawMicrojoules(),
        new Attribution(share, idle(seconds), null, false),
        ofRemainder(from, to));
  }

  /** A remainder is all that is left of a minute: polls that come late are a small part of it. */
  private Quality ofRemainder(LedgerPoint from, LedgerPoint to) {
    long first = state.ring.firstNanos - integral.spanAt(from.timeNanos()).profile().delayNanos();
    long length = to.timeNanos() - Math.max(from.timeNanos(), first);
    long span = to.spanNanos() - from.spanNanos();
    long unseen = length - span + (to.gapNanos() - from.gapNanos());
    long allowed = Math.max(unnoticedNanos(), Math.round(UNSEEN_OF_REMAINDER * length));
    return quality(from.quality().worst(to.quality()), span, unseen, allowed);
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

  /**
   * A part of an interval's energy. Its error is the same part of the interval's: by time but for
   * the scale, which goes by energy. How energy is shared is a rule, which has no error.
   */
  private static LedgerEntry part(
      LedgerEntry whole,
      long microjoules,
      long rawMicrojoules,
      Attribution attribution,
      Quality quality) {
    double share = attribution.share();
    double ofEnergy =
        whole.energyMicrojoules() == 0
            ? share
            : Math.min(1, Math.abs((double) microjoules / whole.energyMicrojoules()));
    double scale = whole.scaleErrorMicrojoules();
    double rest =
        Math.sqrt(Math.max(0, square((double) whole.standardErrorMicrojoules()) - square(scale)));
    long scaleError = Math.round(ofEnergy * scale);
    long error = Math.round(StrictMath.hypot(share * rest, ofEnergy * scale));
    return whole.part(
        microjoules,
        rawMicrojoules,
        share == 1 && microjoules == whole.energyMicrojoules()
            ? whole.standardErrorMicrojoules()
            : error,
        scaleError,
        quality,
        attribution);
  }

  /** The part of the time that was seen; all of it where that is only not so by rounding. */
  private static double share(double seconds, double seenSeconds) {
    double share = seenSeconds > 0 ? Math.max(0, Math.min(1, seconds / seenSeconds)) : 1;
    return share > 1 - SAME_SHARE ? 1 : share;
  }

  private @Nullable Long idle(double seconds) {
    return ActiveIdle.microjoules(state.idle, seconds);
  }

  private static double square(double x) {
    return x * x;
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
    return new LedgerEntry(
        entryId(book, key),
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
        Math.max(0, Math.min(1, 1 - (double) unseen / length))
            * EnergyError.seenShare(profile, pollSeconds),
        quality(from.quality().worst(to.quality()), span, unseen, allowed),
        profile.profileId(),
        null,
        counted,
        byCounter == 0 ? null : (Long) (to.integralMicrojoules() - from.integralMicrojoules()));
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

  private long unnoticedNanos() {
    return UNSEEN_PERIODS * SampleFilter.periodNanos(state.sample);
  }

  private static Quality quality(Quality ofProfile, long span, long unseen, long allowed) {
    if (span <= 0) {
      return Quality.INVALID;
    }
    return unseen > allowed ? ofProfile.worst(Quality.GAP) : ofProfile;
  }
}
