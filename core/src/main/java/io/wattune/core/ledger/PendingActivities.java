package io.wattune.core.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * The activities of one device that are not final, found by id, by time, and by what falls due with
 * them. A look-up visits what it finds and little else, however many are pending: {@link #visits}
 * counts.
 *
 * <p>The activities themselves are the state's list, which the host keeps; what is here is made
 * from that list. A place is a place in the list: it holds until an activity is removed, when the
 * last one takes the place that is free. Tests: {@code PendingCostTest} counts look-ups, {@code
 * PendingActivitiesTest} holds it against a scan.
 */
public final class PendingActivities {
  /** An activity: unique among those of a device. */
  private record Key(Book book, String id) {
    static Key of(Activity activity) {
      return new Key(activity.book(), activity.activityId());
    }
  }

  /** An activity at a time that matters to it: at equal times the innermost level comes first. */
  private record Timed(long nanos, Key key) implements Comparable<Timed> {
    static Timed first(long nanos) {
      return new Timed(nanos, new Key(Book.REQUEST, ""));
    }

    @Override
    public int compareTo(Timed other) {
      int byTime = Long.compare(nanos, other.nanos);
      if (byTime != 0) {
        return byTime;
      }
      int byLevel = Integer.compare(other.key.book().level(), key.book().level());
      return byLevel != 0 ? byLevel : key.id().compareTo(other.key.id());
    }
  }

  private record BookCell(Book book, long startNanos) {
    static BookCell of(Activity activity) {
      return new BookCell(activity.book(), MergedParts.cellOf(activity.startNanos()));
    }
  }

  /** Where an activity is in the list. Who visits many finds each without its id. */
  private static final class Place {
    int row;

    Place(int row) {
      this.row = row;
    }
  }

  private List<PendingActivity> rows;
  private final Map<Key, Place> places = new HashMap<>();
  private final ActivityCells<Place> cells = new ActivityCells<>();

  /** By start, those whose start has not left the horizon. */
  private final NavigableSet<Timed> starts = new TreeSet<>();

  /** By end, those that have ended. */
  private final NavigableSet<Timed> ends = new TreeSet<>();

  /** By end, those that have ended since they were last reported; what competes, and spans. */
  private final NavigableSet<Timed> unreported = new TreeSet<>();

  private final NavigableSet<Timed> unreportedSpans = new TreeSet<>();

  /** By the end of what was last said, those of which more was said than they were given. */
  private final NavigableSet<Timed> mended = new TreeSet<>();

  /** Activities of a book that stand for themselves, by the ten seconds of their start. */
  private final Map<BookCell, Integer> inCells = new HashMap<>();

  private int parts;

  /** The last numbers in the ids of those that stand for others, by book and the rest of the id. */
  private final Map<Key, NavigableSet<Integer>> mergedNumbers = new HashMap<>();

  /** How many activities of a book have a parent of that id. */
  private final Map<Key, Integer> children = new HashMap<>();

  private long version;
  private long visits;

  /** Up to when all were looked at together last. After a restart they are looked at once more. */
  public long lookedToNanos = SharingState.NEVER;

  private PendingActivities(List<PendingActivity> rows) {
    this.rows = rows;
  }

  /** Those of a state. What is known of them is made anew where the host has not kept it. */
  public static PendingActivities of(DeviceState state) {
    PendingActivities known = state.pending;
    if (known == null) {
      known = new PendingActivities(state.activities);
      known.version = state.activitiesVersion;
      for (int place = 0; place < known.rows.size(); place++) {
        known.index(place, known.rows.get(place));
      }
      state.pending = known;
    }
    return known;
  }

  /**
   * Goes on with a copy of the state that this was made from, as a host makes one for a checkpoint;
   * does nothing where the state is another one.
   */
  public void goOnWith(DeviceState copy) {
    boolean isSame =
        (copy.pending == null || copy.pending == this)
            && copy.activitiesVersion == version
            && copy.activities.size() == rows.size();
    if (isSame) {
      rows = copy.activities;
      copy.pending = this;
    }
  }

  public int size() {
    return rows.size();
  }

  public PendingActivity get(int place) {
    visits++;
    return rows.get(place);
  }

  /** Pending activities that were looked at so far. */
  public long visits() {
    return visits;
  }

  /** Place of an activity; -1 where there is none. */
  public int placeOf(Book book, String activityId) {
    return place(new Key(book, activityId));
  }

  private int place(Key key) {
    Place place = places.get(key);
    return place == null ? -1 : place.row;
  }

  private Place placed(Key key) {
    return Objects.requireNonNull(places.get(key), "an activity that is pending has a place");
  }

  /** Whether activities of a book have this parent. */
  public boolean hasChildren(Book book, String parentId) {
    return children.containsKey(new Key(book, parentId));
  }

  /** Activities of a book that stand for themselves and start in ten seconds. */
  public int inCell(Book book, long cellStartNanos) {
    return inCells.getOrDefault(new BookCell(book, cellStartNanos), 0);
  }

  /** The numbers of those of a book that stand for others and whose ids begin alike. */
  public NavigableSet<Integer> mergedNumbers(Book book, String idBegin) {
    return mergedNumbers.getOrDefault(new Key(book, idBegin), Collections.emptyNavigableSet());
  }

  /** Activities that others stand for. */
  public int parts() {
    return parts;
  }

  public void add(DeviceState state, PendingActivity pending) {
    version = ++state.activitiesVersion;
    rows.add(pending);
    index(rows.size() - 1, pending);
  }

  /** Another version of the activity at a place. */
  @SuppressWarnings("ReferenceEquality") // What has not changed is the same object.
  public void set(DeviceState state, int place, PendingActivity pending) {
    version = ++state.activitiesVersion;
    PendingActivity before = rows.set(place, pending);
    boolean isFoundTheSame =
        before.activity() == pending.activity()
            && before.start() == pending.start()
            && before.parts() == pending.parts()
            && before.reported() == pending.reported()
            && before.putEndNanos() == pending.putEndNanos()
            && before.mendMicrojoules() == pending.mendMicrojoules();
    if (!isFoundTheSame) {
      forget(before);
      index(place, pending);
    }
  }

  public void remove(DeviceState state, int place) {
    version = ++state.activitiesVersion;
    PendingActivity removed = rows.get(place);
    forget(removed);
    places.remove(Key.of(removed.activity()));
    PendingActivity last = rows.remove(rows.size() - 1);
    if (place < rows.size()) {
      rows.set(place, last);
      placed(Key.of(last.activity())).row = place;
    }
  }

  public void clear(DeviceState state) {
    for (int place = rows.size() - 1; place >= 0; place--) {
      remove(state, place);
    }
  }

  /** Visits the places of those that run within a stretch of time, in no order. */
  public void overlapping(long fromNanos, long toNanos, IntConsumer visitor) {
    if (fromNanos >= toNanos) {
      return;
    }
    cells.about(fromNanos, toNanos, place -> visit(place.row, fromNanos, toNanos, visitor));
  }

  private void visit(int place, long fromNanos, long toNanos, IntConsumer visitor) {
    Activity activity = rows.get(place).activity();
    if (activity.startNanos() < toNanos && activity.endNanos() > fromNanos) {
      visitor.accept(place);
    } else {
      visits++;
    }
  }

  /** The earliest start that has not left the horizon; {@link Long#MAX_VALUE} if there is none. */
  public long earliestStartNanos() {
    return earliest(starts);
  }

  /** The earliest end; {@link Long#MAX_VALUE} if there is none. */
  public long earliestEndNanos() {
    return earliest(ends);
  }

  /** The earliest end of one that competes and was not reported since. */
  public long earliestUnreportedNanos() {
    return earliest(unreported);
  }

  /** The same of spans. */
  public long earliestUnreportedSpanNanos() {
    return earliest(unreportedSpans);
  }

  private static long earliest(NavigableSet<Timed> times) {
    return times.isEmpty() ? Long.MAX_VALUE : times.first().nanos();
  }

  /** Places of those that start up to a time and have not been anchored, the earliest first. */
  public int[] unanchoredTo(long nanos) {
    return to(starts, nanos);
  }

  /** Places of those that end up to a time, the earliest first. */
  public int[] endedTo(long nanos) {
    return to(ends, nanos);
  }

  /** Places of those that end in a range, the earliest first. */
  public int[] endedWithin(long fromNanos, long toNanos) {
    return within(ends, fromNanos, toNanos);
  }

  /** Places of those that compete, have ended by a time and were not reported since. */
  public int[] unreportedTo(long nanos) {
    return to(unreported, nanos);
  }

  /** The same of spans. */
  public int[] unreportedSpansTo(long nanos) {
    return to(unreportedSpans, nanos);
  }

  /** Places of those of which more was said than they were given, up to an end in a range. */
  public int[] mendedWithin(long fromNanos, long toNanos) {
    return within(mended, fromNanos, toNanos);
  }

  private int[] within(NavigableSet<Timed> times, long fromNanos, long toNanos) {
    return places(times.subSet(Timed.first(fromNanos), true, Timed.first(toNanos), false));
  }

  private int[] to(NavigableSet<Timed> times, long nanos) {
    return nanos == Long.MAX_VALUE
        ? places(times)
        : places(times.headSet(Timed.first(nanos + 1), false));
  }

  private int[] places(NavigableSet<Timed> times) {
    List<Integer> found = new ArrayList<>();
    times.forEach(timed -> found.add(place(timed.key())));
    return found.stream().mapToInt(place -> place).toArray();
  }

  private void index(int place, PendingActivity pending) {
    Activity activity = pending.activity();
    Key key = Key.of(activity);
    Place known = places.computeIfAbsent(key, absent -> new Place(place));
    known.row = place;
    cells.add(known, activity);
    if (pending.start() == null) {
      starts.add(new Timed(activity.startNanos(), key));
    }
    if (activity.hasEnded()) {
      var end = new Timed(activity.endNanos(), key);
      ends.add(end);
      if (!pending.reported()) {
        (activity.competes() ? unreported : unreportedSpans).add(end);
      }
    }
    if (pending.parts() != null) {
      parts += pending.partsOrNone().count();
      String id = activity.activityId();
      mergedNumbers
          .computeIfAbsent(
              new Key(activity.book(), MergedParts.idBegin(id)), absent -> new TreeSet<>())
          .add(MergedParts.number(id));
    } else if (activity.competes()) {
      inCells.merge(BookCell.of(activity), 1, Integer::sum);
    }
    if (pending.mendMicrojoules() != 0) {
      mended.add(new Timed(pending.putEndNanos(), key));
    }
    String parentId = activity.parentId();
    if (parentId != null) {
      children.merge(new Key(activity.book(), parentId), 1, Integer::sum);
    }
  }

  private void forget(PendingActivity pending) {
    Activity activity = pending.activity();
    Key key = Key.of(activity);
    cells.remove(placed(key), activity);
    if (pending.parts() != null) {
      parts -= pending.partsOrNone().count();
      String id = activity.activityId();
      mergedNumbers.computeIfPresent(
          new Key(activity.book(), MergedParts.idBegin(id)),
          (begin, numbers) -> {
            numbers.remove(MergedParts.number(id));
            return numbers.isEmpty() ? null : numbers;
          });
    } else if (activity.competes()) {
      inCells.computeIfPresent(
          BookCell.of(activity), (book, n) -> n == 1 ? null : (Integer) (n - 1));
    }
    starts.remove(new Timed(activity.startNanos(), key));
    var end = new Timed(activity.endNanos(), key);
    ends.remove(end);
    unreported.remove(end);
    unreportedSpans.remove(end);
    mended.remove(new Timed(pending.putEndNanos(), key));
    String parentId = activity.parentId();
    if (parentId != null) {
      children.computeIfPresent(
          new Key(activity.book(), parentId), (parent, n) -> n == 1 ? null : (Integer) (n - 1));
    }
  }
}
