package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.brief.RecentActivities;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.ledger.sharing.SharedBooks;
import io.wattune.core.ledger.sharing.SharedEntries;
import io.wattune.core.ledger.sharing.WholeEntries;
import io.wattune.core.reading.SampleFilter;
import java.util.ArrayList;
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
   * Activities of one device that stand for themselves and may be open or not final. Beyond it
   * those that compete are merged ({@link MergedActivities}), and spans refused: a source that
   * never ends them is a fault.
   */
  static final int MOST_PENDING = 50_000;

  private final LedgerSettings settings;
  private final DeviceState state;
  private final WholeEntries entries;
  private final SharedBooks shared;
  private final MergedActivities merged;
  private final PendingActivities pendings;

  ActivityBooks(
      LedgerSettings settings, DeviceState state, WholeEntries entries, SharedEntries parts) {
    this.settings = settings;
    this.state = state;
    this.entries = entries;
    this.shared = new SharedBooks(settings, state, parts);
    this.pendings = PendingActivities.of(state);
    this.merged = new MergedActivities(state, pendings, shared);
  }

  /** Takes an activity, or a newer version of one. */
  void accept(Activity activity, LedgerOutput out) {
    if (state.isFinished()) {
      refuse(activity, "its device's trace has ended", out);
      return;
    }
    int i = indexOf(activity);
    MergedActivities.Found part = i >= 0 ? null : merged.find(activity);
    Activity held = held(i, part, activity);
    if (held != null && activity.startNanos() > held.startNanos()) {
      startedAgain(held, activity, out);
      return;
    }
    if (held != null && (held.equals(activity) || (held.hasEnded() && !activity.hasEnded()))) {
      return; // a repeat, or an older version that was overtaken
    }
    if (isOffAnyClock(activity)) {
      refuse(activity, "no clock shows its times: check what stamps them", out);
      return;
    }
    boolean startLeft = isBeyond(activity.startNanos());
    if (held != null && (i < 0 || pendings.get(i).start() != null)) {
      startLeft = held.startNanos() != activity.startNanos();
    }
    if (startLeft) {
      refuse(activity, "its start came after the horizon: send activities when they start", out);
    } else if (activity.hasEnded() && isBeyond(activity.endNanos())) {
      endedTooLate(i, part, held);
      refuse(activity, "its end came after the horizon: lengthen the horizon", out);
    } else if (part != null && held != null) {
      merged.replace(part, held, inTime(activity, out), isPrompt(activity));
    } else if (held != null) {
      replace(i, activity, out);
    } else {
      begin(activity, out);
    }
  }

  private @Nullable Activity held(int place, MergedActivities.@Nullable Found part, Activity of) {
    if (part != null) {
      return merged.held(part, of.activityId());
    }
    return place < 0 ? null : pendings.get(place).activity();
  }

  private void begin(Activity activity, LedgerOutput out) {
    if (!merged.isCrowded(activity)) {
      if (pendings.size() >= MOST_PENDING) {
        refuse(activity, MOST_PENDING + " are open or not final already: send their ends", out);
      } else {
        add(activity, out);
      }
    } else if (pendings.parts() >= MergedActivities.MOST_PARTS) {
      refuse(
          activity,
          MergedActivities.MOST_PARTS
              + " activities are merged and not final already: send fewer of them, or the ends of"
              + " those that run",
          out);
    } else {
      merged.add(inTime(activity, out), isPrompt(activity));
    }
  }

  /**
   * It has come again with a later start, as from a reporter that was started anew. What it was
   * given since its first start has been said: the earliest start counts, whatever the order in
   * which they come, and the rest of what came is taken.
   */
  private void startedAgain(Activity first, Activity again, LedgerOutput out) {
    refuse(again, "it came again with a later start: the first one stays", out);
    accept(again.between(first.startNanos(), again.endNanos()), out);
  }

  private PendingActivity begun(Activity activity) {
    return PendingActivity.of(activity, state.firstRevision(), isPrompt(activity));
  }

  /** The version of an activity that is held; null where there is none. */
  @Nullable Activity known(Activity activity) {
    int i = indexOf(activity);
    return held(i, i >= 0 ? null : merged.find(activity), activity);
  }

  private void add(Activity activity, LedgerOutput out) {
    Activity taken = inTime(activity, out);
    pendings.add(state, begun(taken));
    if (taken.competes()) {
      shared.added(taken);
    }
  }

  private void replace(int place, Activity activity, LedgerOutput out) {
    PendingActivity pending = pendings.get(place);
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
    pendings.set(state, place, pending.changedTo(after, isPrompt(after)));
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
  private void endedTooLate(
      int place, MergedActivities.@Nullable Found part, @Nullable Activity held) {
    if (held == null || held.hasEnded()) {
      return;
    }
    long horizon = state.sample.clockNanos - settings.horizonNanos();
    if (part != null) {
      Activity cut = held.between(held.startNanos(), Math.max(held.startNanos() + 1, horizon));
      merged.replace(part, held, cut, false);
    } else if (!held.competes()) {
      pendings.remove(state, place);
    } else {
      PendingActivity cut = pendings.get(place).cutAt(horizon);
      pendings.set(state, place, cut);
      shared.replaced(held, cut.activity());
    }
  }

  /** Clock time at which the next activity falls due. */
  static long dueNanos(LedgerSettings settings, DeviceState state) {
    PendingActivities pendings = PendingActivities.of(state);
    long due = after(pendings.earliestStartNanos(), settings.horizonNanos());
    due = Math.min(due, after(pendings.earliestEndNanos(), settings.horizonNanos()));
    long settle = state.settleNanos(settings);
    due = Math.min(due, after(pendings.earliestUnreportedSpanNanos(), settle));
    return Math.min(due, SharedBooks.dueNanos(settings, state));
  }

  /** So much later; never, where a time is. */
  private static long after(long timeNanos, long laterNanos) {
    return timeNanos == Long.MAX_VALUE ? timeNanos : timeNanos + laterNanos;
  }

  /** Does what the clock has made due. */
  void work(LedgerOutput out) {
    if (state.ring.samples > 0) {
      long beyond = state.sample.clockNanos - settings.horizonNanos();
      for (int place : pendings.unanchoredTo(beyond)) {
        PendingActivity pending = pendings.get(place);
        pendings.set(state, place, pending.anchoredAt(entries.startOf(pending)));
      }
      spans(beyond, out);
    }
    shared.work(out);
    RecentActivities.trim(state);
  }

  /** Puts out the spans that the clock has made due. */
  private void spans(long beyondNanos, LedgerOutput out) {
    long settled = state.sample.clockNanos - state.settleNanos(settings);
    for (int place : pendings.unreportedSpansTo(settled)) {
      PendingActivity pending = pendings.get(place);
      if (!isBeyond(pending.activity().endNanos())) {
        out.entry(entries.activity(pending, pending.activity().endNanos(), false));
        pendings.set(state, place, pending.afterReport());
      }
    }
    List<PendingActivity> over = new ArrayList<>();
    for (int place : pendings.endedTo(beyondNanos)) {
      PendingActivity pending = pendings.get(place);
      if (!pending.activity().competes()) {
        out.entry(entries.activity(pending, pending.activity().endNanos(), true));
        over.add(pending);
      }
    }
    for (PendingActivity pending : over) {
      Activity activity = pending.activity();
      RecentActivities.keep(state, pending);
      pendings.remove(state, pendings.placeOf(activity.book(), activity.activityId()));
    }
  }

  /** Puts out again what has been reported. */
  void reportAgain(LedgerOutput out) {
    for (int place = 0; place < pendings.size(); place++) {
      reportSpanAgain(place, out);
    }
    shared.reportAgain(out);
  }

  private void reportSpanAgain(int place, LedgerOutput out) {
    PendingActivity pending = pendings.get(place);
    if (pending.reported() && !pending.activity().competes()) {
      out.entry(entries.activity(pending, pending.activity().endNanos(), false));
      pendings.set(state, place, pending.afterReport());
    }
  }

  /** Puts out again what ends, or is shared out, within a stretch of time and was reported. */
  void reportAgain(long afterNanos, long toNanos, LedgerOutput out) {
    for (int place : pendings.endedWithin(afterNanos + 1, toNanos + 1)) {
      reportSpanAgain(place, out);
    }
    shared.reportAgain(afterNanos, toNanos, out);
  }

  /** The trace has ended: puts out all activities, final; those that still run up to its end. */
  void finish(LedgerOutput out) {
    shared.finish(out);
    for (int place = 0; place < pendings.size(); place++) {
      PendingActivity pending = pendings.get(place);
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
    pendings.clear(state);
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
    return pendings.placeOf(activity.book(), activity.activityId());
  }
}
