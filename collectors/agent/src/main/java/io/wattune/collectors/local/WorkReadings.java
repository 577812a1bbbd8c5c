package io.wattune.collectors.local;

import io.wattune.collectors.agent.RecordSink;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.loop.Goals;
import io.wattune.schemas.codec.CounterReadingCodec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the work of programs as counter readings. Pieces of one name, level and device that
 * follow each other are put together until they last {@link #SHORTEST_NANOS}, since a program may
 * make thousands of steps a second, and nobody can judge a millisecond. What is put together is
 * published earlier when a piece of another name of the same program and level comes and the
 * reading is long enough to be of use, after a pause, and when the program goes. For one thread.
 */
final class WorkReadings {
  /** From this length on nothing is added to a reading. */
  static final long SHORTEST_NANOS = 100_000_000L;

  /** A reading that is shorter is of no use, so it goes on though another name comes between. */
  static final long SHORTEST_OF_USE_NANOS = 50_000_000L;

  /** A longer time without work between two pieces is no part of a reading. */
  static final long LONGEST_PAUSE_NANOS = 100_000_000L;

  /** So long after its newest piece a reading is published, whatever its length. */
  static final long LONGEST_WAIT_NANOS = 250_000_000L;

  /** Longest label that is sent; a longer one is no goal. */
  private static final int LONGEST_GOAL = 64;

  /** Most readings that are being put together; the oldest is published then. */
  static final int MOST_OPEN = 1_024;

  /** Largest work of a piece: sums of such ones, and their squares, are far from overflowing. */
  static final double MOST_WORK = 1e100;

  private final RecordSink sink;
  private final LocalCounts counts;
  private final CounterReadingCodec codec = new CounterReadingCodec();
  private final Map<Key, Merged> open = new LinkedHashMap<>();

  WorkReadings(RecordSink sink, LocalCounts counts) {
    this.sink = sink;
    this.counts = counts;
  }

  /** Work of one activity on one device in an interval. */
  record Piece(
      String device,
      Book level,
      String id,
      String name,
      long startNanos,
      long endNanos,
      double work,
      WorkSignal signal,
      Map<String, String> goal) {}

  /** Programs of one name are kept apart: each has a rate of its own. */
  private record Key(LineSender caller, String device, Book level, String name, WorkSignal signal) {

    private static Key of(LineSender caller, Piece piece) {
      return new Key(caller, piece.device(), piece.level(), piece.name(), piece.signal());
    }

    private boolean isOf(LineSender program, Activity activity) {
      return caller == program
          && level == activity.book()
          && device.equals(activity.device())
          && name.equals(activity.name());
    }

    /** Whether it is another piece of the same program. */
    private boolean isBeside(Key other) {
      return caller == other.caller
          && level == other.level
          && device.equals(other.device)
          && !name.equals(other.name);
    }
  }

  /** Pieces put together. */
  private static final class Merged {
    private String id;
    private long startNanos;
    private long endNanos;
    private double work;
    private long newestNanos;
    private boolean isMixed;
    private Map<String, String> goal = Map.of();

    private Merged(Piece first) {
      this.id = first.id();
      this.startNanos = first.startNanos();
      this.endNanos = first.endNanos();
    }

    private boolean isNear(Piece piece) {
      return piece.startNanos() - endNanos <= LONGEST_PAUSE_NANOS
          && startNanos - piece.endNanos() <= LONGEST_PAUSE_NANOS;
    }

    private void add(Piece piece, long nowNanos) {
      id = piece.id();
      goal = piece.goal();
      startNanos = Math.min(startNanos, piece.startNanos());
      endNanos = Math.max(endNanos, piece.endNanos());
      work += piece.work();
      newestNanos = nowNanos;
    }

    /** Whether it ends here, since a piece of another name comes. */
    private boolean isInterrupted() {
      isMixed |= nanos() < SHORTEST_OF_USE_NANOS;
      return !isMixed;
    }

    private long nanos() {
      return endNanos - startNanos;
    }
  }

  /**
   * Takes a piece.
   *
   * @param nowNanos monotonic
   */
  void take(LineSender caller, Piece piece, long nowNanos) {
    Key key = Key.of(caller, piece);
    publishIf(each -> each.getKey().isBeside(key) && each.getValue().isInterrupted());
    Merged merged = open.get(key);
    if (merged != null && !merged.isNear(piece)) {
      publish(key, merged);
      open.remove(key);
      merged = null;
    }
    if (merged == null) {
      makeRoom();
      merged = new Merged(piece);
      open.put(key, merged);
    }
    merged.add(piece, nowNanos);
    if (merged.nanos() >= SHORTEST_NANOS) {
      publish(key, merged);
      open.remove(key);
    }
  }

  /**
   * Takes an activity's counters, which are not put together with others.
   *
   * @param work of the activity, where the reading shall have it beside the counters
   */
  void counted(
      LineSender caller, Activity activity, List<CounterValue> counters, @Nullable Double work) {
    publishIf(each -> each.getKey().isOf(caller, activity));
    List<CounterValue> all = new ArrayList<>(counters);
    boolean hasWork = counters.stream().anyMatch(each -> each.counter().equals(CounterName.WORK));
    if (work != null && !hasWork) {
      all.add(workOf(work));
      hasWork = true;
    }
    publish(
        new CounterReading(
            activity.device(),
            0,
            activity.startNanos(),
            activity.endNanos(),
            activity.book(),
            activity.activityId(),
            activity.name(),
            all,
            false,
            hasWork ? WorkSignal.PROGRAM : null,
            goal(activity.labels())));
  }

  private void makeRoom() {
    if (open.size() >= MOST_OPEN) {
      Map.Entry<Key, Merged> oldest = open.entrySet().iterator().next();
      publish(oldest.getKey(), oldest.getValue());
      open.remove(oldest.getKey());
    }
  }

  /** A program has gone: what it has done is published. */
  void closed(LineSender caller) {
    publishIf(each -> each.getKey().caller() == caller);
  }

  /**
   * Publishes what has waited long enough for more.
   *
   * @param nowNanos monotonic
   * @return after how long to call again, in nanoseconds; {@link Long#MAX_VALUE} for not at all
   */
  long work(long nowNanos) {
    publishIf(each -> nowNanos - each.getValue().newestNanos >= LONGEST_WAIT_NANOS);
    long wait = Long.MAX_VALUE;
    for (Merged merged : open.values()) {
      wait = Math.min(wait, LONGEST_WAIT_NANOS - (nowNanos - merged.newestNanos));
    }
    return wait;
  }

  /** Publishes all. */
  void close() {
    publishIf(each -> true);
  }

  private void publishIf(Predicate<Map.Entry<Key, Merged>> condition) {
    for (Iterator<Map.Entry<Key, Merged>> each = open.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<Key, Merged> entry = each.next();
      if (condition.test(entry)) {
        publish(entry.getKey(), entry.getValue());
        each.remove();
      }
    }
  }

  private void publish(Key key, Merged merged) {
    publish(
        new CounterReading(
            key.device(),
            0,
            merged.startNanos,
            merged.endNanos,
            key.level(),
            merged.id,
            key.name(),
            List.of(workOf(merged.work)),
            false,
            key.signal(),
            merged.goal));
  }

  /** The sink numbers it. */
  private void publish(CounterReading reading) {
    if (reading.workSignal() != null) {
      counts.workReadings.inc();
    }
    sink.counted(reading, codec);
    sink.flush();
  }

  /** Labels that say what an activity is to be tuned for, as far as they may be of use. */
  static Map<String, String> goal(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return Map.of();
    }
    Map<String, String> goal = new TreeMap<>();
    for (String label : List.of(Goals.MAX_SLOWDOWN, Goals.OBJECTIVE)) {
      String value = labels.get(label);
      if (value != null) {
        goal.put(label, value.length() <= LONGEST_GOAL ? value : value.substring(0, LONGEST_GOAL));
      }
    }
    return goal;
  }

  private static CounterValue workOf(double work) {
    return new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, work);
  }
}
