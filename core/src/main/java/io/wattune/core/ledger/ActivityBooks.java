package io.wattune.core.ledger;

import io.wattune.core.reading.SampleFilter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the books of activities of one device.
 *
 * <p>Spans are kept here; what competes for energy, in {@link SharedBooks}. A span is reported once
 * it has ended, and final once the horizon has passed its end. The books at its start are kept from
 * the moment the start leaves the horizon, so it may last for as long as it likes, provided that
 * its start was sent in time.
 */
final class ActivityBooks {
  /**
   * Activities of one device that may be open or not final: a source that never ends them is a
   * fault.
   */
  static final int MOST_PENDING = 10_000;

  private final LedgerSettings settings;
  private final DeviceState state;
  private final Entries entries;
  private final SharedBooks shared;

  ActivityBooks(LedgerSettings settings, DeviceState state, Entries entries) {
    this.settings = settings;
    this.state = state;
    this.entries = entries;
    this.shared = new SharedBooks(settings, state, entries);
  }

  /** Takes an activity, or a newer version of one. */
  void accept(Activity activity, LedgerOutput out) {
    if (state.isFinished()) {
      refuse(activity, "its device's trace has ended", out);
      return;
    }
    int i = indexOf(activity);
    boolean known = i >= 0;
    PendingActivity pending = known ? state.activities.get(i) : begun(activity);
    if (known
        && (pending.activity().equals(activity)
            || (pending.activity().hasEnded() && !activity.hasEnded()))) {
      return; // a repeat, or an older version that was overtaken
    }
    if (isOffAnyClock(activity)) {
      refuse(activity, "no clock shows its times: check what stamps them", out);
      return;
    }
    boolean startLeft = isBeyond(activity.startNanos());
    if (known && pending.start() != null) {
      startLeft = pending.activity().startNanos() != activity.startNanos();
    }
    if (startLeft) {
      refuse(activity, "its start came after the horizon: send activities when they start", out);
    } else if (activity.hasEnded() && isBeyond(activity.endNanos())) {
      if (known) {
        endedTooLate(i);
      }
      refuse(activity, "its end came after the horizon: lengthen the horizon", out);
    } else if (known) {
      replace(i, activity, out);
    } else if (state.activities.size() == MOST_PENDING) {
      refuse(
          activity,
          MOST_PENDING
              + " activities are open or not final already: send their ends, or shorten the horizon",
          out);
    } else {
      add(activity, out);
    }
  }

  private PendingActivity begun(Activity activity) {
    return PendingActivity.of(activity, state.firstRevision(), isPrompt(activity));
  }

  /** The version of an activity that is held; null where there is none. */
  @Nullable Activity known(Activity activity) {
    int i = indexOf(activity);
    return i < 0 ? null : state.activities.get(i).activity();
  }

  private void add(Activity activity, LedgerOutput out) {
    Activity taken = inTime(activity, out);
    state.activities.add(begun(taken));
    if (taken.competes()) {
      shared.added(taken);
    }
  }

  private void replace(int place, Activity activity, LedgerOutput out) {
    PendingActivity pending = state.activities.get(place);
    Activity before = pending.activity();
    Activity after = inTime(activity, out);
    boolean weighsTheSame =
        Objects.equals(before.weight(), after.weight())
            && Objects.equals(before.parentId(), after.parentId());
    if (pending.start() != null && !weighsTheSame) {
      refuse(
          activity, "its start has left the horizon: its weight and parent stay as they were", out);
      after = after.competing(before.parentId(), before.weight(), after.work());
    }
    state.activities.set(place, pending.changedTo(after, isPrompt(after)));
    if (after.competes()) {
      shared.replaced(before, after);
    }
  }

  /**
   * The activity, without its work where that came too late to be of use for all in the same way.
   */
  private Activity inTime(Activity activity, LedgerOutput out) {
    boolean late =
        activity.work() != null
            && activity.hasEnded()
            && state.ring.samples > 0
            && activity.endNanos() + settings.horizonNanos() / 2 <= state.sample.clockNanos;
    if (!late || !activity.competes()) {
      return activity;
    }
    refuse(
        activity,
        "its work came later than half the horizon after its end: it does not weigh",
        out);
    return activity.competing(activity.parentId(), activity.weight(), null);
  }

  /**
   * An activity's true end is lost. What it was given while it seemed to run stays its own, and one
   * that had ended keeps the end that came in time.
   */
  private void endedTooLate(int place) {
    PendingActivity pending = state.activities.get(place);
    if (pending.activity().hasEnded()) {
      return;
    }
    if (!pending.activity().competes()) {
      state.activities.remove(place);
    } else {
      long horizon = state.sample.clockNanos - settings.horizonNanos();
      PendingActivity cut = pending.cutAt(horizon);
      state.activities.set(place, cut);
      shared.replaced(pending.activity(), cut.activity());
    }
  }

  /** Clock time at which the next activity falls due. */
  static long dueNanos(LedgerSettings settings, DeviceState state) {
    long due = Long.MAX_VALUE;
    for (PendingActivity pending : state.activities) {
      Activity activity = pending.activity();
      if (pending.start() == null) {
        due = Math.min(due, activity.startNanos() + settings.horizonNanos());
      }
      if (activity.hasEnded()) {
        boolean isFinalNext = pending.reported() || activity.competes();
        long after =
            isFinalNext ? settings.horizonNanos() : DeviceBooks.settleNanos(settings, state);
        due = Math.min(due, activity.endNanos() + after);
      }
    }
    return Math.min(due, SharedBooks.dueNanos(settings, state));
  }

  /** Does what the clock has made due. */
  void work(LedgerOutput out) {
    List<PendingActivity> all = state.activities;
    int kept = 0;
    for (int i = 0; i < all.size(); i++) {
      PendingActivity pending = all.get(i);
      Activity activity = pending.activity();
      if (pending.start() == null && isBeyond(activity.startNanos())) {
        pending = pending.anchoredAt(entries.at(activity.startNanos()));
      }
      if (activity.competes()) {
        all.set(kept++, pending);
        continue;
      }
      if (activity.hasEnded() && isBeyond(activity.endNanos())) {
        out.entry(entries.activity(pending, activity.endNanos(), true));
        RecentActivities.keep(state, activity);
        continue;
      }
      if (!pending.reported()
          && activity.hasEnded()
          && activity.endNanos() + DeviceBooks.settleNanos(settings, state)
              <= state.sample.clockNanos) {
        out.entry(entries.activity(pending, activity.endNanos(), false));
        pending = pending.afterReport();
      }
      all.set(kept++, pending);
    }
    all.subList(kept, all.size()).clear();
    shared.work(out);
    RecentActivities.trim(state);
  }

  /** Puts out again what has been reported. */
  void reportAgain(LedgerOutput out) {
    List<PendingActivity> all = state.activities;
    for (int i = 0; i < all.size(); i++) {
      PendingActivity pending = all.get(i);
      if (pending.reported() && !pending.activity().competes()) {
        out.entry(entries.activity(pending, pending.activity().endNanos(), false));
        all.set(i, pending.afterReport());
      }
    }
    shared.reportAgain(out);
  }

  /** The trace has ended: puts out all activities, final; those that still run up to its end. */
  void finish(LedgerOutput out) {
    shared.finish(out);
    for (PendingActivity pending : state.activities) {
      Activity activity = pending.activity();
      if (state.ring.samples == 0) {
        refuse(activity, "its device sent no reading", out);
        continue;
      }
      long end =
          activity.hasEnded()
              ? activity.endNanos()
              : Math.max(activity.startNanos() + 1, state.ring.newestNanos);
      out.entry(entries.activity(pending, end, true));
    }
    state.activities.clear();
  }

  private void refuse(Activity activity, String why, LedgerOutput out) {
    state.refusedActivities++;
    out.refused(
        activity, "activity '" + activity.name() + "' of " + activity.device() + ": " + why);
  }

  /** Whether an activity's newest end, or its start while it runs, is no half horizon ago. */
  private boolean isPrompt(Activity activity) {
    long newest = activity.hasEnded() ? activity.endNanos() : activity.startNanos();
    return state.ring.samples == 0
        || newest + settings.horizonNanos() / 2 > state.sample.clockNanos;
  }

  /** Whether the clock has passed a time by the horizon. */
  private boolean isBeyond(long timeNanos) {
    return state.ring.samples > 0 && timeNanos + settings.horizonNanos() <= state.sample.clockNanos;
  }

  private static boolean isOffAnyClock(Activity activity) {
    return activity.startNanos() < -SampleFilter.FARTHEST_NANOS
        || activity.startNanos() > SampleFilter.FARTHEST_NANOS
        || (activity.hasEnded() && activity.endNanos() > SampleFilter.FARTHEST_NANOS);
  }

  private int indexOf(Activity activity) {
    for (int i = 0; i < state.activities.size(); i++) {
      Activity other = state.activities.get(i).activity();
      if (other.activityId().equals(activity.activityId()) && other.book() == activity.book()) {
        return i;
      }
    }
    return -1;
  }
}
