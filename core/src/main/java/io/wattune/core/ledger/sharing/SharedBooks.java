package io.wattune.core.ledger.sharing;

import io.wattune.core.ledger.AccruedEnergy;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.SharingState;
import io.wattune.core.ledger.attribution.ShareSweep;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import java.util.Objects;

/**
 * Keeps the books in which activities compete for a device's energy.
 *
 * <p>SharedEntries are put out in passes, a quarter of a second of the device's clock apart at
 * least, so that all that one change of an overlap concerns is put out again together and once.
 * What runs is put out, up to then, with each minute. Tests: {@code SharedBooksTest}, {@code
 * SharedBooksPropertyTest}, {@code SumsAtEveryOffsetPropertyTest}.
 */
public final class SharedBooks {
  private static final long PASS_NANOS = 250_000_000L;
  private static final long MINUTE = ShareSweep.GRID_NANOS;
  private static final long FOREVER = Long.MAX_VALUE / 2;

  private final LedgerSettings settings;
  private final DeviceState state;
  private final SharingState sharing;
  private final PendingActivities pendings;
  private final SharedEntries entries;
  private final Competition competition;
  private final Remainders remainders;

  public SharedBooks(LedgerSettings settings, DeviceState state, SharedEntries entries) {
    this.settings = settings;
    this.state = state;
    this.sharing = state.sharing;
    this.pendings = PendingActivities.of(state);
    this.entries = entries;
    this.competition = entries.competition(settings);
    this.remainders = new Remainders(settings, state, competition, entries);
  }

  /** Begins at the time that the first sample describes. */
  public static void begin(SharingState sharing, long firstNanos) {
    sharing.firstNanos = minuteOf(firstNanos);
  }

  /** An activity has come for the first time. */
  public void added(Activity activity) {
    int level = activity.book().level();
    boolean wasOpen = sharing.isOpen(level);
    if (!sharing.isAnyOpen() && sharing.firstNanos != SharingState.NEVER) {
      open();
    }
    if (activity.startNanos() < sharing.earliestNanos[level]) {
      long before = sharing.earliestNanos[level];
      sharing.earliestNanos[level] = activity.startNanos();
      changed(level, minuteOf(activity.startNanos()), wasOpen ? before + MINUTE : FOREVER);
    }
    if (!wasOpen) {
      sharing.settledNanos[level] = sharing.nextToFinish;
    }
    changed(level, activity.startNanos(), activity.endNanos());
    reportWhenEnded(activity);
  }

  /** An activity has become another version of itself. */
  public void replaced(Activity before, Activity after) {
    int level = after.book().level();
    if (before.startNanos() != after.startNanos()) {
      added(after);
      changed(level, before.startNanos(), before.endNanos());
      return;
    }
    changed(
        level,
        Math.min(before.endNanos(), after.endNanos()),
        Math.max(before.endNanos(), after.endNanos()));
    changed(level, Competition.ratedFromNanos(settings, before), before.endNanos());
    changed(level, Competition.ratedFromNanos(settings, after), after.endNanos());
    boolean weighsTheSame =
        Objects.equals(before.weight(), after.weight())
            && Objects.equals(before.parentId(), after.parentId());
    if (!weighsTheSame) {
      changed(level, after.startNanos(), after.endNanos());
    }
    reportWhenEnded(after);
  }

  /**
   * Everything that is not final is put out again: at once, as windows are, so that no reader sees
   * the ones corrected and the others not.
   */
  public void reportAgain(LedgerOutput out) {
    if (sharing.isAnyOpen()) {
      sharing.allAgain = true;
      changed(0, sharing.nextToFinish, FOREVER);
      if (sharing.nextToFinish != SharingState.NEVER) {
        pass(state.sample.clockNanos, out);
      }
    }
  }

  /** A stretch of time is shared out again: at once, as its windows are. */
  public void reportAgain(long fromNanos, long toNanos, LedgerOutput out) {
    if (!sharing.isAnyOpen() || sharing.nextToFinish == SharingState.NEVER) {
      return;
    }
    long from = Math.max(fromNanos, sharing.nextToFinish);
    if (from < Math.min(toNanos, Math.max(sharing.putToNanos, sharing.nextToReport))) {
      changed(0, from, toNanos);
      pass(state.sample.clockNanos, out);
    }
  }

  /** Clock time at which something falls due, but what a single activity does. */
  public static long dueNanos(LedgerSettings settings, DeviceState state) {
    SharingState sharing = state.sharing;
    if (!sharing.isAnyOpen() || sharing.firstNanos == SharingState.NEVER) {
      return Long.MAX_VALUE;
    }
    if (sharing.nextToFinish == SharingState.NEVER) {
      return SharingState.NEVER;
    }
    long due = sharing.passDueNanos;
    due = Math.min(due, sharing.nextToReport + MINUTE + state.settleNanos(settings));
    return Math.min(due, sharing.nextToFinish + MINUTE + settings.horizonNanos());
  }

  /** Does what the clock has made due. */
  public void work(LedgerOutput out) {
    if (sharing.firstNanos == SharingState.NEVER) {
      return;
    }
    long clock = state.sample.clockNanos;
    long beyond = clock - settings.horizonNanos();
    if (sharing.origin == null && sharing.firstNanos <= beyond) {
      sharing.origin = entries.whole().at(sharing.firstNanos);
    }
    if (!sharing.isAnyOpen()) {
      return;
    }
    if (sharing.nextToFinish == SharingState.NEVER) {
      open();
    }
    settle(beyond, out);
    boolean minuteIsDue = sharing.nextToReport + MINUTE + state.settleNanos(settings) <= clock;
    if (minuteIsDue || clock >= sharing.passDueNanos) {
      pass(clock, out);
    }
  }

  /**
   * Settles up to a time. What is said of that counts with every activity that has come by now: one
   * that no pass has put out yet, or not up to then, as after a long silence, is put out with it,
   * so that the book has its energy, too.
   */
  private void settle(long beyondNanos, LedgerOutput out) {
    long minute = sharing.nextToFinish;
    long reported = sharing.nextToReport;
    int activities = pendings.size();
    settlement(out).settleTo(beyondNanos, Long.MAX_VALUE);
    boolean hasSaid = sharing.nextToFinish != minute || pendings.size() != activities;
    boolean isWaiting = sharing.changedFromNanos != Long.MAX_VALUE;
    if (sharing.nextToReport != reported || (hasSaid && isWaiting)) {
      sharing.passDueNanos = SharingState.NEVER;
    }
  }

  /** The trace has ended: puts out all that is left, final; what runs up to its end. */
  public void finish(LedgerOutput out) {
    if (!sharing.isAnyOpen() || sharing.firstNanos == SharingState.NEVER) {
      return;
    }
    if (sharing.nextToFinish == SharingState.NEVER) {
      open();
    }
    for (int place = 0; place < pendings.size(); place++) {
      Activity activity = pendings.get(place).activity();
      if (activity.competes() && !activity.hasEnded()) {
        long end = Math.max(activity.startNanos() + 1, state.ring.newestNanos);
        PendingActivity pending = pendings.get(place);
        pendings.set(state, place, pending.endedAt(end));
      }
    }
    long lastMinute = Math.max(sharing.nextToFinish, minuteOf(entries.whole().newestNanos()));
    for (int level = 0; level < Book.LEVELS; level++) {
      if (sharing.isOpen(level) && sharing.earliestNanos[level] > lastMinute) {
        sharing.earliestNanos[level] = lastMinute; // its first activity lies behind the trace
      }
    }
    settlement(out).settleTo(Long.MAX_VALUE, lastMinute + MINUTE);
  }

  private void open() {
    long clock = state.sample.clockNanos;
    sharing.nextToFinish = Math.max(sharing.firstNanos, minuteOf(clock - settings.horizonNanos()));
    sharing.nextToReport =
        Math.max(sharing.nextToFinish, minuteOf(clock - state.settleNanos(settings)));
    for (int level = 0; level < Book.LEVELS; level++) {
      sharing.settledNanos[level] = sharing.nextToFinish;
    }
  }

  private Settlement settlement(LedgerOutput out) {
    return new Settlement(state, competition, entries, remainders, out);
  }

  /** A stretch of time is shared out in another way from now on. */
  private void changed(int level, long fromNanos, long toNanos) {
    long reportedTo = Math.max(sharing.putToNanos, sharing.nextToReport);
    if (fromNanos >= toNanos || fromNanos >= reportedTo) {
      return;
    }
    remainders.forget(level, fromNanos);
    sharing.changedFromNanos = Math.min(sharing.changedFromNanos, fromNanos);
    sharing.changedToNanos = Math.max(sharing.changedToNanos, toNanos);
    sharing.changedLevel = Math.min(sharing.changedLevel, level);
    passBy(SharingState.NEVER);
  }

  private void reportWhenEnded(Activity activity) {
    if (activity.hasEnded()) {
      passBy(activity.endNanos() + state.settleNanos(settings));
    }
  }

  private void passBy(long dueNanos) {
    long next = Math.max(dueNanos, state.sample.clockNanos + 1);
    long pass = Math.floorDiv(next + PASS_NANOS - 1, PASS_NANOS) * PASS_NANOS;
    sharing.passDueNanos = Math.min(sharing.passDueNanos, pass);
  }

  private void pass(long clock, LedgerOutput out) {
    long reportTo = Math.max(sharing.nextToReport, minuteOf(clock - state.settleNanos(settings)));
    ShareEvaluation evaluation = chosen(clock, reportTo);
    evaluation.run(competition);
    put(evaluation, out);
    long from = minuteOf(Math.max(sharing.changedFromNanos, sharing.nextToFinish));
    for (long minute = Math.max(from, sharing.nextToFinish);
        minute < Math.min(sharing.nextToReport, sharing.changedToNanos);
        minute = remainders.minuteAfter(minute, sharing.nextToReport)) {
      remainders.report(minute, sharing.changedLevel, out);
    }
    while (sharing.nextToReport < reportTo) {
      remainders.report(sharing.nextToReport, 0, out);
      sharing.nextToReport = remainders.minuteAfter(sharing.nextToReport, reportTo);
    }
    sharing.changedFromNanos = Long.MAX_VALUE;
    sharing.changedToNanos = SharingState.NEVER;
    sharing.changedLevel = Book.LEVELS;
    sharing.allAgain = false;
    sharing.passDueNanos = Long.MAX_VALUE;
    long unreported = pendings.earliestUnreportedNanos();
    if (unreported != Long.MAX_VALUE) {
      passBy(unreported + state.settleNanos(settings));
    }
  }

  /**
   * What a pass puts out, or puts out again if it has changed. With each minute all that is not
   * final is looked at again: what changes who competes must not have to be foreseen in full.
   */
  private ShareEvaluation chosen(long clock, long reportTo) {
    var evaluation = new ShareEvaluation(state);
    long settled = clock - state.settleNanos(settings);
    if (reportTo != pendings.lookedToNanos) {
      pendings.lookedToNanos = reportTo;
      for (int place = 0; place < pendings.size(); place++) {
        choose(place, settled, reportTo, evaluation);
      }
      return evaluation;
    }
    for (int place : pendings.unreportedTo(settled)) {
      choose(place, settled, reportTo, evaluation);
    }
    if (sharing.changedFromNanos != Long.MAX_VALUE) {
      pendings.overlapping(
          Math.max(sharing.changedFromNanos, SharingState.NEVER + 1) - 1,
          sharing.changedToNanos,
          place -> choose(place, settled, reportTo, evaluation));
    }
    return evaluation;
  }

  private void choose(int place, long settledNanos, long reportTo, ShareEvaluation evaluation) {
    PendingActivity pending = pendings.get(place);
    Activity activity = pending.activity();
    if (!activity.competes()) {
      return;
    }
    boolean hasSettled = activity.hasEnded() && activity.endNanos() <= settledNanos;
    if (hasSettled && !pending.reported()) {
      evaluation.add(place, activity.endNanos());
    } else if (!hasSettled
        && activity.startNanos() < reportTo
        && pending.putEndNanos() < Math.min(activity.endNanos(), reportTo)) {
      evaluation.add(place, Math.min(activity.endNanos(), reportTo));
    } else if (pending.put() != null && (reportTo > sharing.nextToReport || isChanged(pending))) {
      evaluation.add(place, Math.min(activity.endNanos(), pending.putEndNanos()));
    }
  }

  private boolean isChanged(PendingActivity pending) {
    return pending.activity().startNanos() < sharing.changedToNanos
        && pending.putEndNanos() > sharing.changedFromNanos;
  }

  private void put(ShareEvaluation evaluation, LedgerOutput out) {
    evaluation.forEach((place, now, end) -> put(place, now, end, out));
  }

  private void put(int place, AccruedEnergy now, long end, LedgerOutput out) {
    PendingActivity pending = pendings.get(place);
    boolean repeats = pending.putEndNanos() == end && now.equals(pending.put());
    boolean isSaid = pending.reported() || !pending.activity().hasEnded();
    if (repeats && isSaid && !sharing.allAgain) {
      return;
    }
    LedgerEntry entry = entries.shared(pending, now, end, false);
    out.entry(entry);
    long mend = entry.energyMicrojoules() - now.microjoules();
    if (mend != pending.mendMicrojoules()) {
      changed(entry.book().level(), end - 1, end); // the remainder bears the difference
    }
    if (repeatsOtherwise(pending, now, end)) {
      changed(entry.book().level(), pending.activity().startNanos(), end);
    }
    pendings.set(state, place, pending.afterPut(now, mend, end));
    sharing.putToNanos = Math.max(sharing.putToNanos, end);
  }

  /** Of the same time something else is said than before: others' parts are not the same either. */
  private static boolean repeatsOtherwise(
      PendingActivity pending, AccruedEnergy now, long endNanos) {
    return pending.put() != null && pending.putEndNanos() == endNanos && !now.equals(pending.put());
  }

  private static long minuteOf(long timeNanos) {
    return Math.floorDiv(timeNanos, MINUTE) * MINUTE;
  }
}
