package io.wattune.collectors.agent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The readers of a lane, when each is due, and how long their steps take: whether they can share a
 * thread. Pure but for what it remembers; not for several threads.
 */
final class LaneSchedule {
  private static final double MEMORY = 1.0 / 64;

  /** All steps together may take so much of the shortest period. */
  private static final double MOST = 1.0 / 2;

  /** Readers come together only where they take so much less that they stay so. */
  private static final double MOST_TOGETHER = 1.0 / 4;

  /** A reader of this lane. */
  static final class ScheduledReader {
    final DeviceReader reader;
    private long deadlineNanos;
    private long periodNanos;
    private double meanNanos;

    private ScheduledReader(DeviceReader reader) {
      this.reader = reader;
      this.deadlineNanos = reader.deadlineNanos();
      this.periodNanos = reader.periodNanos();
    }

    /** When its next step is due, monotonic. */
    long deadlineNanos() {
      return deadlineNanos;
    }
  }

  private final List<ScheduledReader> scheduled = new ArrayList<>();
  private long shortestNanos = Long.MAX_VALUE;
  private double allNanos;

  LaneSchedule(List<DeviceReader> readers) {
    readers.forEach(reader -> scheduled.add(new ScheduledReader(reader)));
    count();
  }

  private void count() {
    shortestNanos = Long.MAX_VALUE;
    allNanos = 0;
    for (ScheduledReader each : scheduled) {
      shortestNanos = Math.min(shortestNanos, each.periodNanos);
      allNanos += each.meanNanos;
    }
  }

  int size() {
    return scheduled.size();
  }

  /** The one that is due first. */
  ScheduledReader next() {
    ScheduledReader next = scheduled.get(0);
    for (int i = 1; i < scheduled.size(); i++) {
      ScheduledReader each = scheduled.get(i);
      next = each.deadlineNanos - next.deadlineNanos < 0 ? each : next;
    }
    return next;
  }

  /** A step has been made. */
  void stepped(ScheduledReader each, long tookNanos) {
    each.deadlineNanos = each.reader.deadlineNanos();
    double change = (tookNanos - each.meanNanos) * MEMORY;
    each.meanNanos += change;
    allNanos += change;
    if (each.periodNanos != each.reader.periodNanos()) {
      each.periodNanos = each.reader.periodNanos(); // Polls follow a sensor, or do not any more.
      count();
    }
  }

  /** Takes the slowest reader out where all together take too long; else null. */
  @Nullable DeviceReader leaving() {
    if (scheduled.size() == 1 || allNanos <= shortestNanos * MOST) {
      return null;
    }
    ScheduledReader slowest = scheduled.get(0);
    for (ScheduledReader each : scheduled) {
      slowest = each.meanNanos > slowest.meanNanos ? each : slowest;
    }
    scheduled.remove(slowest);
    count();
    return slowest.reader;
  }

  /** Takes all out but one, which begins anew; those that were taken out. */
  List<DeviceReader> leaveAlone(ScheduledReader one) {
    scheduled.remove(one);
    List<DeviceReader> others = readers();
    scheduled.clear();
    one.meanNanos = 0;
    scheduled.add(one);
    count();
    return others;
  }

  /** Takes in all of another lane, where all together are quick; whether they are. */
  boolean join(LaneSchedule others) {
    long shortest = Math.min(shortestNanos, others.shortestNanos);
    if (allNanos + others.allNanos > shortest * MOST_TOGETHER) {
      return false;
    }
    scheduled.addAll(others.scheduled);
    others.scheduled.clear();
    count();
    return true;
  }

  List<DeviceReader> readers() {
    return scheduled.stream().map(each -> each.reader).toList();
  }
}
