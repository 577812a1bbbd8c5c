package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.Hash;
import io.wattune.core.ledger.MergedParts;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.sharing.SharedBooks;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What comes faster than {@value #MOST_IN_CELL} activities of a level in ten seconds: those beyond
 * are merged. One activity then stands for up to {@value MergedParts#MOST} that have level, name,
 * parent and labels in common and start in the same ten seconds. Each part competes as if it stood
 * alone, so that no other activity's energy changes and books sum up; what the parts get is one
 * entry's, whose share of the time adds up, too.
 *
 * <p>The limit counts by the activities' own times, not by the device's clock: which are merged
 * depends on the order in which a device's activities came, and not on when its readings did. That
 * all may be pending at once is {@link ActivityBooks#MOST_PENDING}: beyond it everything is merged.
 * Tests: {@code MergedActivitiesTest}.
 */
record MergedActivities(DeviceState state, PendingActivities pendings, SharedBooks shared) {
  /** Activities of a level that stand alone among those that start in the same ten seconds. */
  static final int MOST_IN_CELL = 600;

  /** Parts of one device: some 800 activities a second for the longest horizon. */
  static final int MOST_PARTS = 500_000;

  private static final String ID = "merged-";

  /** A part: the activity that stands for it, and its number. */
  record Found(int place, int part) {}

  /** Whether an activity that is new must be merged. */
  boolean isCrowded(Activity activity) {
    return activity.competes()
        && (pendings.size() >= ActivityBooks.MOST_PENDING
            || pendings.inCell(activity.book(), MergedParts.cellOf(activity.startNanos()))
                >= MOST_IN_CELL);
  }

  /** The part that an activity is another version of; null where there is none. */
  @Nullable Found find(Activity activity) {
    if (!activity.competes() || pendings.parts() == 0) {
      return null;
    }
    long hash = Hash.of(activity.activityId());
    String begin = idBegin(activity);
    for (int number : pendings.mergedNumbers(activity.book(), begin).descendingSet()) {
      int place = pendings.placeOf(activity.book(), begin + number);
      int part = pendings.get(place).partsOrNone().find(hash);
      if (part >= 0) {
        return new Found(place, part);
      }
    }
    return null;
  }

  /** The part as it is held. */
  Activity held(Found found, String activityId) {
    PendingActivity pending = pendings.get(found.place());
    return pending.partsOrNone().of(pending.activity(), found.part(), activityId);
  }

  /** Merges an activity that is new. */
  void add(Activity activity, boolean isPrompt) {
    String begin = idBegin(activity);
    NavigableSet<Integer> numbers = pendings.mergedNumbers(activity.book(), begin);
    int number = numbers.isEmpty() ? 0 : numbers.last();
    int place = pendings.placeOf(activity.book(), begin + number);
    if (place >= 0 && pendings.get(place).partsOrNone().count() < MergedParts.MOST) {
      PendingActivity pending = pendings.get(place);
      put(place, pending, pending.partsOrNone().and(activity), isPrompt);
    } else {
      while (pendings.placeOf(activity.book(), begin + number) >= 0) {
        number++;
      }
      MergedParts parts = MergedParts.NONE.and(activity);
      Activity all = all(activity, begin + number, parts);
      PendingActivity one = PendingActivity.of(all, state.firstRevision(), isPrompt);
      pendings.add(state, one.merging(all, parts, isPrompt));
    }
    shared.added(activity);
  }

  /** Takes another version of a part. */
  void replace(Found found, Activity before, Activity after, boolean isPrompt) {
    PendingActivity pending = pendings.get(found.place());
    put(found.place(), pending, pending.partsOrNone().with(found.part(), after), isPrompt);
    shared.replaced(before, after);
  }

  private void put(int place, PendingActivity pending, MergedParts parts, boolean isPrompt) {
    Activity activity = pending.activity();
    Activity all = all(activity, activity.activityId(), parts);
    pendings.set(state, place, pending.merging(all, parts, isPrompt && pending.isPrompt()));
  }

  /** From the start of the ten seconds to their end, or that of the last part. */
  private static Activity all(Activity one, String id, MergedParts parts) {
    long start = MergedParts.cellOf(one.startNanos());
    return new Activity(
        one.device(),
        id,
        one.book(),
        one.name(),
        start,
        Math.max(start + MergedParts.CELL_NANOS, parts.lastEndNanos()),
        one.parentId(),
        one.labels());
  }

  /** What the ids of those that stand for activities like one begin with. */
  private static String idBegin(Activity activity) {
    long hash = Hash.and(Hash.OFFSET, activity.name());
    String parentId = activity.parentId();
    hash = Hash.and(hash, parentId == null ? "\0" : "\1" + parentId);
    for (var label : new TreeMap<>(activity.labels()).entrySet()) {
      hash = Hash.and(Hash.and(hash, "\0" + label.getKey()), "\1" + label.getValue());
    }
    long second = MergedParts.cellOf(activity.startNanos()) / 1_000_000_000L;
    return ID + second + "-" + Long.toHexString(hash) + "-";
  }
}
