package io.wattune.core.ledger.sharing;

import io.wattune.core.ledger.AccruedEnergy;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.SharingState;
import io.wattune.core.ledger.attribution.Contender;
import io.wattune.core.ledger.attribution.PieceVisitor;
import io.wattune.core.ledger.attribution.ShareSweep;
import io.wattune.core.ledger.brief.RecentActivities;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shares out, once and for all, what has left the horizon: who competed then is known. A level is
 * settled up to the end of one of its activities or of one outside it, or up to a minute, so that
 * it is cut where a later look would cut it.
 */
final class Settlement implements PieceVisitor {
  private static final long MINUTE = ShareSweep.GRID_NANOS;

  private final DeviceState state;
  private final PendingActivities pendings;
  private final SharingState sharing;
  private final Competition competition;
  private final SharedEntries entries;
  private final Remainders remainders;
  private final LedgerOutput out;
  private int level;

  /** Bit by bit, the levels whose remainder must be put out again. */
  private int mendedLevels;

  Settlement(
      DeviceState state,
      Competition competition,
      SharedEntries entries,
      Remainders remainders,
      LedgerOutput out) {
    this.state = state;
    this.pendings = PendingActivities.of(state);
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
    List<Activity> done = new ArrayList<>();
    for (int place : pendings.endedTo(limitNanos)) {
      Activity activity = pendings.get(place).activity();
      if (activity.competes()) {
        minutes(Math.min(lastMinute, activity.endNanos() - 1));
        settle(activity.book().level(), Math.min(activity.endNanos(), lastNanos));
        finish(place);
        done.add(activity);
      }
    }
    minutes(lastMinute);
    for (int mended = 0; mended < Book.LEVELS; mended++) {
      if ((mendedLevels & 1 << mended) != 0) {
        remainders.again(mended, out);
      }
    }
    mendedLevels = 0;
    for (Activity activity : done) {
      pendings.remove(state, pendings.placeOf(activity.book(), activity.activityId()));
    }
  }

  private void finish(int place) {
    PendingActivity pending = pendings.get(place);
    LedgerEntry entry =
        entries.shared(pending, pending.settled(), pending.activity().endNanos(), true);
    int own = entry.book().level();
    sharing.postedMicrojoules[own] += entry.energyMicrojoules();
    long mend = entry.energyMicrojoules() - pending.settled().microjoules();
    sharing.leftMicrojoules[own] -= mend;
    if (mend != 0) {
      mendParent(pending.activity(), mend);
    }
    RecentActivities.keep(state, pending);
    out.entry(entry);
    ActiveIdle.ended(state.idle, pending);
    pendings.set(state, place, pending.done());
    if (mend != pending.mendMicrojoules() && sharing.nextToFinish < sharing.nextToReport) {
      remainders.mended(own, mend - pending.mendMicrojoules());
      mendedLevels |= 1 << own; // it was said with what the newest entry said
    }
  }

  /** What an activity has beyond what it was given is explained of its parent, too. */
  private void mendParent(Activity child, long microjoules) {
    String parentId = child.parentId();
    int parent = -1;
    for (int level = child.book().level() - 1; parentId != null && level >= 0; level--) {
      int place = pendings.placeOf(Book.ofLevel(level), parentId);
      Activity other = place < 0 ? null : pendings.get(place).activity();
      if (other != null
          && other.startNanos() < child.endNanos()
          && other.endNanos() >= child.endNanos()) {
        parent = place;
        break;
      }
    }
    if (parent >= 0 && !pendings.get(parent).isDone()) {
      PendingActivity outer = pendings.get(parent);
      AccruedEnergy settled = outer.settled().plusChild(child.book().level(), microjoules);
      pendings.set(state, parent, outer.settledTo(settled));
    }
  }

  /** Makes the minutes final that end by a time. */
  private void minutes(long byNanos) {
    while (sharing.nextToFinish + MINUTE <= byNanos) {
      long start = sharing.nextToFinish;
      settle(0, start + MINUTE);
      remainders.finish(start, out);
      mendedLevels = 0;
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
    PendingActivity own = pendings.get(contender.place());
    pendings.set(
        state,
        contender.place(),
        own.settledTo(own.settled().plus(microjoules, rawMicrojoules, nanos)));
    if (parent != null) {
      PendingActivity outer = pendings.get(parent.place());
      pendings.set(
          state, parent.place(), outer.settledTo(outer.settled().plusChild(level, microjoules)));
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
    for (int place = 0; place < pendings.size(); place++) {
      PendingActivity pending = pendings.get(place);
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
