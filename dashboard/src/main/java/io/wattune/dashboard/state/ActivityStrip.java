package io.wattune.dashboard.state;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.LedgerEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last activities of one device. Not thread safe. */
final class ActivityStrip {
  /** An activity that ended so long ago is still said to be what a device does. */
  private static final long JUST_NOW_NANOS = 2_000_000_000L;

  private final Map<Key, ActivityNow> activities = new LinkedHashMap<>();
  private long cutNanos = Long.MIN_VALUE;
  private @Nullable Activity newest;

  private record Key(Book book, String activityId) {}

  /** Takes an activity's start or end, in any order. */
  void take(Activity activity, int most) {
    Key key = new Key(activity.book(), activity.activityId());
    ActivityNow known = activities.get(key);
    if (known != null && known.activity().hasEnded() && !activity.hasEnded()) {
      return; // The start came after the end.
    }
    activities.put(key, known == null ? ActivityNow.of(activity) : known.with(activity));
    if (newest == null || isBefore(newest, activity)) {
      newest = activity;
    }
    limitTo(most);
  }

  /** Takes what the ledger says of an activity, which may not have come yet. */
  void take(LedgerEntry entry, int most) {
    String id = entry.activityId();
    if (id == null) {
      return;
    }
    Key key = new Key(entry.book(), id);
    ActivityNow known = activities.get(key);
    Activity activity =
        known == null || !known.activity().hasEnded() ? of(entry, id) : known.activity();
    activities.put(
        key,
        new ActivityNow(
            activity,
            entry.energyMicrojoules(),
            entry.standardErrorMicrojoules(),
            entry.quality()));
    limitTo(most);
  }

  private static Activity of(LedgerEntry entry, String id) {
    return new Activity(
        entry.device(),
        id,
        entry.book(),
        entry.name() == null ? "" : entry.name(),
        entry.startNanos(),
        stillRuns(entry) ? Activity.RUNNING : entry.endNanos(),
        entry.parentId(),
        entry.labels());
  }

  private static boolean stillRuns(LedgerEntry entry) {
    Attribution attribution = entry.attribution();
    return attribution != null && attribution.stillRuns();
  }

  /** Whether the second says more of what the device does now: kernels before jobs, then time. */
  private static boolean isBefore(Activity newest, Activity activity) {
    if (newest.book() != activity.book()) {
      boolean isOver =
          newest.hasEnded() && newest.endNanos() + JUST_NOW_NANOS < activity.startNanos();
      return isOver || rank(activity.book()) >= rank(newest.book());
    }
    return activity.startNanos() >= newest.startNanos();
  }

  private static int rank(Book book) {
    return switch (book) {
      case KERNEL -> 3;
      case REQUEST -> 2;
      case PROCESS -> 1;
      case JOB -> 0;
      default -> -1;
    };
  }

  private void limitTo(int most) {
    Iterator<ActivityNow> eldest = activities.values().iterator();
    while (activities.size() > most && eldest.hasNext()) {
      Activity activity = eldest.next().activity();
      cutNanos = Math.max(cutNanos, activity.startNanos());
      eldest.remove();
    }
  }

  /** Forgets activities that ended before a time. */
  void forgetBefore(long timeNanos) {
    activities.values().removeIf(each -> each.activity().endNanos() < timeNanos);
  }

  /** What runs at a time, or ended just before; null where nothing did. */
  @Nullable String nameAt(long nowNanos) {
    Activity current = newest;
    if (current == null) {
      return null;
    }
    boolean isOver = current.hasEnded() && current.endNanos() + JUST_NOW_NANOS < nowNanos;
    if (!isOver) {
      return current.name();
    }
    return activities.values().stream()
        .map(ActivityNow::activity)
        .filter(each -> !each.hasEnded())
        .max(Comparator.comparingInt(each -> rank(each.book())))
        .map(Activity::name)
        .orElse(null);
  }

  /**
   * Activities that overlap a range, in the order of their starts.
   *
   * @param book only of this level; null for all
   */
  List<ActivityNow> within(long fromNanos, long toNanos, @Nullable Book book) {
    List<ActivityNow> found = new ArrayList<>();
    for (ActivityNow each : activities.values()) {
      Activity activity = each.activity();
      if ((book == null || activity.book() == book)
          && activity.startNanos() < toNanos
          && activity.endNanos() > fromNanos) {
        found.add(each);
      }
    }
    found.sort(Comparator.comparingLong(each -> each.activity().startNanos()));
    return found;
  }

  /** Whether activities of a range may be missing because there were too many. */
  boolean isCut(long fromNanos) {
    return cutNanos >= fromNanos;
  }
}
