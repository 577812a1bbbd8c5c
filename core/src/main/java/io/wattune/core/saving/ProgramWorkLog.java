package io.wattune.core.saving;

import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterRates;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterWork;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The work that a device's readings report, by time. Readings may come in any order and repeated:
 * of two of one activity and interval the larger work counts. Not thread safe.
 *
 * <p>Work of several levels is the same work seen twice: of a window only that of the outermost
 * level counts, and the device's own counters only where no level has reported in the ten seconds
 * before. A reading's work is taken to be spread evenly over its interval.
 */
final class ProgramWorkLog {
  static final long SILENCE_NANOS = 10_000_000_000L;

  /** Between two readings of one program nothing may be unknown for longer. */
  static final long PAUSE_NANOS = 250_000_000L;

  /** A longer reading says nothing of a window. */
  static final long LONGEST_NANOS = 120_000_000_000L;

  private final TreeMap<Interval, Double> intervals =
      new TreeMap<>(
          Comparator.comparingLong(Interval::endNanos)
              .thenComparingLong(Interval::startNanos)
              .thenComparing(Interval::level)
              .thenComparing(Interval::name)
              .thenComparing(Interval::activity));
  private long longestNanos;

  private record Interval(
      WorkLevel level, String name, String activity, long startNanos, long endNanos) {
    static Interval edge(long nanos) {
      return new Interval(WorkLevel.JOB, "", "", Long.MIN_VALUE, nanos);
    }

    double share(long start, long end) {
      long overlap = Math.min(endNanos, end) - Math.max(startNanos, start);
      return overlap <= 0 ? 0 : (double) overlap / (endNanos - startNanos);
    }
  }

  /**
   * Takes a reading.
   *
   * @return whether it says anything new of a program's work
   */
  boolean take(CounterReading reading) {
    long length = reading.endNanos() - reading.startNanos();
    if (length <= 0 || length > LONGEST_NANOS) {
      return false;
    }
    boolean isNew = false;
    if (reading.level() == null) {
      CounterRates rates = CounterWork.rates(reading);
      if (rates.computePerSecond().isPresent()) {
        double work = rates.computePerSecond().getAsDouble() * reading.seconds();
        isNew = put(reading, WorkLevel.COUNTERS, "compute", work);
      }
      if (rates.memoryPerSecond().isPresent()) {
        double work = rates.memoryPerSecond().getAsDouble() * reading.seconds();
        isNew |= put(reading, WorkLevel.COUNTERS, "memory", work);
      }
      return isNew;
    }
    WorkLevel level = WorkLevel.of(reading.level());
    String name = reading.activityName();
    double work = reading.value(CounterName.WORK).orElse(-1);
    return level != null && name != null && work >= 0 && put(reading, level, name, work);
  }

  private boolean put(CounterReading reading, WorkLevel level, String name, double work) {
    String activity = reading.activityId() == null ? "" : reading.activityId();
    var interval = new Interval(level, name, activity, reading.startNanos(), reading.endNanos());
    Double before = intervals.get(interval);
    if (!Double.isFinite(work) || (before != null && before >= work)) {
      return false;
    }
    intervals.put(interval, work);
    longestNanos = Math.max(longestNanos, interval.endNanos() - interval.startNanos());
    return true;
  }

  /** What is known of the work of a window; null where nothing at all has been reported. */
  @Nullable WindowWork of(long startNanos, long endNanos) {
    WorkLevel outermost = null;
    for (Interval each : near(startNanos - SILENCE_NANOS, endNanos)) {
      boolean isCounters = each.level() == WorkLevel.COUNTERS;
      if (isCounters && each.endNanos() <= startNanos) {
        continue;
      }
      if (outermost == null || each.level().compareTo(outermost) < 0) {
        outermost = each.level();
      }
    }
    return outermost == null ? null : of(outermost, startNanos, endNanos);
  }

  private WindowWork of(WorkLevel level, long startNanos, long endNanos) {
    Map<String, WindowWork.Delivered> byName = new TreeMap<>();
    TreeMap<Long, Long> seen = new TreeMap<>();
    long from = startNanos;
    long to = endNanos;
    for (Interval each : near(startNanos - PAUSE_NANOS, endNanos + PAUSE_NANOS)) {
      if (each.level() != level) {
        continue;
      }
      seen.merge(each.startNanos(), each.endNanos(), Math::max);
      double share = each.share(startNanos, endNanos);
      if (share > 0) {
        double seconds = share * (each.endNanos() - each.startNanos()) * 1e-9;
        double work = share * intervals.getOrDefault(each, 0.0);
        byName.merge(
            each.name(), new WindowWork.Delivered(work, seconds), WindowWork.Delivered::plus);
        from = Math.min(from, each.startNanos());
        to = Math.max(to, each.endNanos());
      }
    }
    boolean isWhole = isCovered(seen, startNanos, endNanos) && !byName.isEmpty();
    return new WindowWork(level, isWhole, byName, from, to);
  }

  private static boolean isCovered(SortedMap<Long, Long> seen, long startNanos, long endNanos) {
    long until = Long.MIN_VALUE;
    for (Map.Entry<Long, Long> each : seen.entrySet()) {
      boolean isFirst = until == Long.MIN_VALUE;
      if (isFirst ? each.getKey() > startNanos : each.getKey() > until + PAUSE_NANOS) {
        // Nothing is known of what ran before it.
        until = Long.MIN_VALUE;
        if (each.getKey() > startNanos) {
          return false;
        }
      }
      until = Math.max(until, each.getValue());
    }
    return until >= endNanos;
  }

  /** The intervals that touch a time, and none that only end before it. */
  private List<Interval> near(long fromNanos, long toNanos) {
    return intervals
        .subMap(Interval.edge(fromNanos), true, Interval.edge(toNanos + longestNanos), false)
        .keySet()
        .stream()
        .filter(each -> each.startNanos() < toNanos)
        .toList();
  }

  int size() {
    return intervals.size();
  }

  /** When the one that ended first ended. */
  long oldestNanos() {
    return intervals.isEmpty() ? Long.MAX_VALUE : intervals.firstKey().endNanos();
  }

  /** Forgets what ended before a time. */
  void forgetBefore(long nanos) {
    Iterator<Interval> oldestFirst = intervals.keySet().iterator();
    while (oldestFirst.hasNext() && oldestFirst.next().endNanos() < nanos) {
      oldestFirst.remove();
    }
  }

  void forgetOldest() {
    intervals.pollFirstEntry();
  }
}
