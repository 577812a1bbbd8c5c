package io.wattune.core.ledger.sharing;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.Quality;
import io.wattune.core.ledger.AccruedEnergy;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.MergedParts;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.brief.Aliasing;
import io.wattune.core.ledger.brief.RepeatedActivities;
import io.wattune.core.ledger.brief.ShortActivities;
import io.wattune.core.ledger.brief.UnlearnedRepeats;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.ShortEnergy;
import io.wattune.core.ledger.integral.EnergyError;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.sensor.SensorProfile;
import org.jspecify.annotations.Nullable;

/** Makes the ledger entries of one device that have a part of the energy between two times. */
public record SharedEntries(
    DeviceState state,
    TrueIntegral integral,
    WholeEntries whole,
    ShortActivities shortActivities,
    RepeatedActivities repeatedActivities,
    UnlearnedRepeats unlearnedRepeats,
    Aliasing aliasing) {
  /** Share of a remainder's time that may go unseen before it counts as a gap. A choice. */
  private static final double UNSEEN_OF_REMAINDER = 0.01;

  /** What the entry ids of remainders begin with, behind book, device and signal. */
  private static final String REMAINDER = "remainder-";

  /** The ring keeps as much before the horizon for certain. */
  private static final long LONGEST_LOOKED_UP_NANOS = 50_000_000_000L;

  /** What doubles lose in a sum of shares. */
  private static final double SAME_SHARE = 1e-9;

  /** What the activities of the device compete for. */
  Competition competition(LedgerSettings settings) {
    return new Competition(settings, state, integral);
  }

  /**
   * The entry of an activity that was given a part of the energy, up to a given end. One that was
   * alone may be short: then its energy is what {@link ShortActivities} or {@link
   * RepeatedActivities} says, and the difference to what it was given must be taken from the
   * remainder, and from what its parent leaves unexplained. One that ran while nobody looked, even
   * for a part of its time, has what was seen: to be like its repeats would give it energy that the
   * device's windows do not have.
   */
  LedgerEntry shared(PendingActivity pending, AccruedEnergy got, long endNanos, boolean isFinal) {
    LedgerEntry all = whole.activity(pending, endNanos, isFinal);
    Long unexplained = got.hasChildren() ? got.unexplainedMicrojoules() : null;
    Quality quality = pending.endUnknown() ? all.quality().worst(Quality.ESTIMATED) : all.quality();
    LedgerPoint from = whole.startOf(pending);
    long span = whole.at(endNanos).spanNanos() - from.spanNanos();
    double seen = span * 1e-9;
    boolean stillRuns = !pending.endUnknown() && endNanos < pending.activity().endNanos();
    double seconds = got.nanos() * 1e-9;
    double share = share(seconds, seen);
    LedgerEntry entry =
        part(
            all,
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
            Math.round(StrictMath.hypot((double) alone.standardErrorMicrojoules(), off)),
            Math.round(StrictMath.hypot((double) alone.scaleErrorMicrojoules(), off)));
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
        LedgerPoint from = whole.at(parts.startNanos(part));
        LedgerPoint to = whole.at(end);
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
    LedgerEntry all = whole.entry(Book.ofLevel(level), key, revision, isFinal, null, from, to);
    double seen = (to.spanNanos() - from.spanNanos()) * 1e-9;
    double seconds = left.nanos() * 1e-9;
    double share = share(seconds, seen);
    return part(
        all,
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
    long allowed = Math.max(whole.unnoticedNanos(), Math.round(UNSEEN_OF_REMAINDER * length));
    return WholeEntries.quality(from.quality().worst(to.quality()), span, unseen, allowed);
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
}
