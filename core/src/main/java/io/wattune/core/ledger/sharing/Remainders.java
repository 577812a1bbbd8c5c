package io.wattune.core.ledger.sharing;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.SharingState;
import io.wattune.core.ledger.attribution.Contender;
import io.wattune.core.ledger.attribution.Mark;
import io.wattune.core.ledger.attribution.PieceVisitor;
import io.wattune.core.ledger.attribution.ShareSweep;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import org.jspecify.annotations.Nullable;

/**
 * The energy that no activity of a book took: one entry for each minute and book, so that a book's
 * entries sum to the device's energy. The first one goes back to the device's first sample.
 */
final class Remainders {
  private static final long MINUTE = ShareSweep.GRID_NANOS;

  private final LedgerSettings settings;
  private final DeviceState state;
  private final SharingState sharing;
  private final Competition competition;
  private final SharedEntries entries;

  Remainders(
      LedgerSettings settings, DeviceState state, Competition competition, SharedEntries entries) {
    this.settings = settings;
    this.state = state;
    this.sharing = state.sharing;
    this.competition = competition;
    this.entries = entries;
  }

  /**
   * What was left of one minute, or more.
   *
   * @param microjoules energy
   * @param rawMicrojoules plain integral of the readings
   * @param nanos seen time, each piece times the fraction of it that was left
   */
  record Left(long microjoules, long rawMicrojoules, double nanos) {}

  /** True energy since the first sample. */
  long sinceFirst(long timeNanos) {
    return competition.at(timeNanos).microjoules() - origin().trueMicrojoules();
  }

  /** Whether a book has had its first remainder by a time. */
  boolean hasBegun(int level, long timeNanos) {
    return sharing.isOpen(level) && firstMinute(level) < timeNanos;
  }

  /** Puts out what was left of a settled minute, final, and begins the next. */
  void finish(long startNanos, LedgerOutput out) {
    for (int level = 0; level < Book.LEVELS; level++) {
      if (!sharing.isOpen(level)) {
        continue;
      }
      var left =
          new Left(
              sharing.leftMicrojoules[level],
              sharing.leftRawMicrojoules[level],
              sharing.leftNanos[level]);
      LedgerEntry entry = entry(level, startNanos, left, true);
      if (entry != null) {
        sharing.postedMicrojoules[level] += entry.energyMicrojoules();
        out.entry(entry);
      }
      sharing.leftMicrojoules[level] = 0;
      sharing.leftRawMicrojoules[level] = 0;
      sharing.leftNanos[level] = 0;
    }
  }

  /** Puts out what is left, as far as it is known, of a minute of the books inside a level. */
  void report(long startNanos, int outermost, LedgerOutput out) {
    for (int level = outermost; level < Book.LEVELS; level++) {
      if (hasBegun(level, startNanos + MINUTE)) {
        LedgerEntry entry = entry(level, startNanos, leftOf(level, startNanos), false);
        if (entry != null) {
          out.entry(entry);
        }
      }
    }
  }

  /**
   * Puts out what is left of the minute that is settled next, again: an activity that has become
   * final was said to take something else before. Nothing else of so old a minute has changed, so
   * that what was left of it is remembered and not shared out again.
   */
  void again(int level, LedgerOutput out) {
    long minute = sharing.nextToFinish;
    if (!hasBegun(level, minute + MINUTE)) {
      return;
    }
    if (sharing.rememberedMinuteNanos[level] != minute || !isOld(minute + MINUTE)) {
      Left left = leftOf(level, minute);
      sharing.rememberedMinuteNanos[level] = minute;
      sharing.rememberedMicrojoules[level] = left.microjoules();
      sharing.rememberedRawMicrojoules[level] = left.rawMicrojoules();
      sharing.rememberedNanos[level] = left.nanos();
    }
    var left =
        new Left(
            sharing.rememberedMicrojoules[level],
            sharing.rememberedRawMicrojoules[level],
            sharing.rememberedNanos[level]);
    LedgerEntry entry = entry(level, minute, left, false);
    if (entry != null) {
      out.entry(entry);
    }
  }

  /** A final entry says so much more than the one before. */
  void mended(int level, long microjoules) {
    sharing.rememberedMicrojoules[level] -= microjoules;
  }

  /** Time is shared out in another way: what was left there is not remembered. */
  void forget(int outermost, long fromNanos) {
    for (int level = outermost; level < Book.LEVELS; level++) {
      if (fromNanos < sharing.rememberedMinuteNanos[level] + MINUTE) {
        sharing.rememberedMinuteNanos[level] = SharingState.NEVER;
      }
    }
  }

  /** Whether a gap that is bridged from now on cannot reach back to a time. */
  private boolean isOld(long timeNanos) {
    return timeNanos + settings.horizonNanos() / 2 < state.sample.clockNanos;
  }

  /** The next minute of which something was seen, or a book's first, or the one of a time. */
  long minuteAfter(long startNanos, long byNanos) {
    long next = startNanos + MINUTE;
    if (next + MINUTE <= byNanos && isDark(next)) {
      long seen = Math.min(competition.nextSeenNanos(next + MINUTE), byNanos);
      long later = Math.floorDiv(seen, MINUTE) * MINUTE;
      for (int level = 0; level < Book.LEVELS; level++) {
        if (sharing.isOpen(level) && firstMinute(level) >= next) {
          later = Math.min(later, firstMinute(level));
        }
      }
      next = Math.max(next, later);
    }
    return next;
  }

  private boolean isDark(long startNanos) {
    return competition.at(startNanos).spanNanos()
        == competition.at(startNanos + MINUTE).spanNanos();
  }

  private long firstMinute(int level) {
    long minute = Math.floorDiv(sharing.earliestNanos[level], MINUTE) * MINUTE;
    return Math.max(sharing.firstNanos, minute);
  }

  private LedgerPoint origin() {
    LedgerPoint origin = sharing.origin;
    return origin == null ? entries.whole().at(sharing.firstNanos) : origin;
  }

  private Left leftOf(int level, long startNanos) {
    var sum = new Sum();
    if (startNanos == sharing.nextToFinish) {
      sum.left(
          startNanos,
          sharing.leftMicrojoules[level],
          sharing.leftRawMicrojoules[level],
          sharing.leftNanos[level]);
    }
    long from = Math.max(startNanos, sharing.settledNanos[level]);
    long to = startNanos + MINUTE;
    competition.between(from, to).run(level, from, to, sum);
    return new Left(sum.microjoules - mends(level, startNanos), sum.rawMicrojoules, sum.nanos);
  }

  /** What short activities that ended in a minute were said to take beyond what they were given. */
  private long mends(int level, long startNanos) {
    long sum = 0;
    PendingActivities pendings = PendingActivities.of(state);
    for (int place : pendings.mendedWithin(startNanos + 1, startNanos + MINUTE + 1)) {
      PendingActivity pending = pendings.get(place);
      if (pending.activity().book().level() == level && !pending.isDone()) {
        sum += pending.mendMicrojoules();
      }
    }
    return sum;
  }

  private @Nullable LedgerEntry entry(int level, long startNanos, Left left, boolean isFinal) {
    long first = firstMinute(level);
    if (startNanos < first) {
      return null;
    }
    LedgerPoint to = entries.whole().at(startNanos + MINUTE);
    if (startNanos > first) {
      LedgerPoint from = entries.whole().at(startNanos);
      boolean isNothing = to.spanNanos() == from.spanNanos() && left.microjoules() == 0;
      return isNothing ? null : entries.remainder(level, left, from, to, isFinal);
    }
    LedgerPoint from = origin();
    Mark mark = competition.at(startNanos);
    var all =
        new Left(
            left.microjoules() + mark.microjoules() - from.trueMicrojoules(),
            left.rawMicrojoules() + mark.rawMicrojoules() - from.rawMicrojoules(),
            left.nanos() + (double) (mark.spanNanos() - from.spanNanos()));
    return entries.remainder(level, all, from, to, isFinal);
  }

  /** Adds up what is left. */
  private static final class Sum implements PieceVisitor {
    long microjoules;
    long rawMicrojoules;
    double nanos;

    @Override
    public void part(
        Contender contender,
        @Nullable Contender parent,
        long toNanos,
        long energy,
        long rawEnergy,
        double shared) {}

    @Override
    public void left(long toNanos, long energy, long rawEnergy, double shared) {
      microjoules += energy;
      rawMicrojoules += rawEnergy;
      nanos += shared;
    }
  }
}
