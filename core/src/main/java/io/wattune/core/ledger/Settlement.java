package io.wattune.core.ledger;

import io.wattune.core.ledger.attribution.Contender;
import io.wattune.core.ledger.attribution.PieceVisitor;
import io.wattune.core.ledger.attribution.Sweep;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Shares out, once and for all, what has left the horizon: who competed then is known. A level is
 * settled up to the end of one of its activities or of one outside it, or up to a minute, so that
 * it is cut where a later look would cut it.
 */
final class Settlement implements PieceVisitor {
  private static final long MINUTE = Sweep.GRID_NANOS;

  private final DeviceState state;
  private final SharingState sharing;
  private final Competition competition;
  private final Entries entries;
  private final Remainders remainders;
  private final LedgerOutput out;
  private int level;

  Settlement(
      DeviceState state,
      Competition competition,
      Entries entries,
      Remainders remainders,
      LedgerOutput out) {
    this.state = state;
    this.sharing = state.sharing;
    this.competition = competition;
    this.entries = entries;
    this.remainders = remainders;
    this.out = out;
  }

  /**
   * Settles up to a time, and puts out what becomes final by that.
   *
   * @param lastNanos end of the last minute that there will be
   */
  void settleTo(long limitNanos, long lastNanos) {
    if (!sharing.isAnyOpen()) {
      return;
    }
    long lastMinute = Math.min(limitNanos, lastNanos);
    for (int place : endedBy(limitNanos)) {
      Activity activity = state.activities.get(place).activity();
      minutes(Math.min(lastMinute, activity.endNanos() - 1));
      settle(activity.book().level(), Math.min(activity.endNanos(), lastNanos));
      finish(place);
    }
    minutes(lastMinute);
    state.activities.removeIf(PendingActivity::isDone);
  }

  private int[] endedBy(long limitNanos) {
    int[] places = new int[state.activities.size()];
    int n = 0;
    for (int place = 0; place < places.length; place++) {
      Activity activity = state.activities.get(place).activity();
      if (activity.competes() && activity.hasEnded() && activity.endNanos() <= limitNanos) {
        places[n++] = place;
      }
    }
    return Arrays.stream(places, 0, n)
        .boxed()
        .sorted(
            Comparator.comparingLong(
                    (Integer place) -> state.activities.get(place).activity().endNanos())
                .thenComparing(place -> -level(place)))
        .mapToInt(place -> place)
        .toArray();
  }

  private void finish(int place) {
    PendingActivity pending = state.activities.get(place);
    LedgerEntry entry =
        entries.shared(pending, pending.settled(), pending.activity().endNanos(), true);
    int own = entry.book().level();
    sharing.postedMicrojoules[own] += entry.energyMicrojoules();
    long mend = entry.energyMicrojoules() - pending.settled().microjoules();
    sharing.leftMicrojoules[own] -= mend;
    if (mend != 0) {
      mendParent(pending.activity(), mend);
    }
    RecentActivities.keep(state, pending.activity());
    out.entry(entry);
    ActiveIdle.ended(state.idle, pending.activity());
    state.activities.set(place, pending.done());
    long minute = sharing.nextToFinish;
    if (mend != pending.mendMicrojoules() && minute < sharing.nextToReport) {
      remainders.report(minute, own, out); // it was said with what the newest entry said
    }
  }

  /** What an activity has beyond what it was given is explained of its parent, too. */
  private void mendParent(Activity child, long microjoules) {
    int parent = -1;
    for (int place = 0; place < state.activities.size(); place++) {
      Activity other = state.activities.get(place).activity();
      boolean isParent =
          other.competes()
              && other.book().level() < child.book().level()
              && other.activityId().equals(child.parentId())
              && other.startNanos() < child.endNanos()
              && other.endNanos() >= child.endNanos();
      if (isParent && (parent < 0 || level(parent) < level(place))) {
        parent = place;
      }
    }
    if (parent >= 0 && !state.activities.get(parent).isDone()) {
      PendingActivity outer = state.activities.get(parent);
      Accrued settled = outer.settled().plusChild(child.book().level(), microjoules);
      state.activities.set(parent, outer.settledTo(settled));
    }
  }

  private int level(int place) {
    return state.activities.get(place).activity().book().level();
  }

  /** Makes the minutes final that end by a time. */
  private void minutes(long byNanos) {
    while (sharing.nextToFinish + MINUTE <= byNanos) {
      long start = sharing.nextToFinish;
      settle(0, start + MINUTE);
      remainders.finish(start, out);
      balance(start + MINUTE);
      sharing.nextToFinish = remainders.minuteAfter(start, byNanos);
      settle(0, sharing.nextToFinish);
      sharing.nextToReport = Math.max(sharing.nextToReport, sharing.nextToFinish);
    }
  }

  /** Settles a level, and those inside it, up to a time. */
  private void settle(int outermost, long toNanos) {
    for (level = outermost; level < Book.LEVELS; level++) {
      long from = sharing.settledNanos[level];
      if (sharing.isOpen(level) && from < toNanos) {
        competition.between(from, toNanos).run(level, from, toNanos, this);
        sharing.settledNanos[level] = toNanos;
      }
    }
  }

  @Override
  public void part(
      Contender contender,
      @Nullable Contender parent,
      long toNanos,
      long microjoules,
      long rawMicrojoules,
      double nanos) {
    PendingActivity own = state.activities.get(contender.place());
    state.activities.set(
        contender.place(), own.settledTo(own.settled().plus(microjoules, rawMicrojoules, nanos)));
    if (parent != null) {
      PendingActivity outer = state.activities.get(parent.place());
      state.activities.set(
          parent.place(), outer.settledTo(outer.settled().plusChild(level, microjoules)));
    }
  }

  @Override
  public void left(long toNanos, long microjoules, long rawMicrojoules, double nanos) {
    sharing.leftMicrojoules[level] += microjoules;
    sharing.leftRawMicrojoules[level] += rawMicrojoules;
    sharing.leftNanos[level] += nanos;
  }

  /** Checks that what was put out, and what is held for who still runs, is the device's energy. */
  private void balance(long atNanos) {
    long[] held = sharing.postedMicrojoules.clone();
    for (PendingActivity pending : state.activities) {
      if (pending.activity().competes() && !pending.isDone()) {
        held[pending.activity().book().level()] += pending.settled().microjoules();
      }
    }
    long energy = remainders.sinceFirst(atNanos);
    for (int l = 0; l < Book.LEVELS; l++) {
      if (remainders.hasBegun(l, atNanos) && held[l] != energy) {
        sharing.outOfBalance++;
        out.outOfBalance(Book.ofLevel(l), atNanos, held[l] - energy);
        sharing.postedMicrojoules[l] -= held[l] - energy; // each fault counts once
      }
    }
  }
}
