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
  static final class Seat {
    final DeviceReader reader;
    private long deadlineNanos;
    private long periodNanos;
    private double meanNanos;

    private Seat(DeviceReader reader) {
      this.reader = reader;
      this.deadlineNanos = reader.deadlineNanos();
      this.periodNanos = reader.periodNanos();
    }

    /** When its next step is due, monotonic. */
    long deadlineNanos() {
      return deadlineNanos;
    }
  }

  private final List<Seat> seats = new ArrayList<>();
  private long shortestNanos = Long.MAX_VALUE;
  private double allNanos;

  LaneSchedule(List<DeviceReader> readers) {
    readers.forEach(reader -> seats.add(new Seat(reader)));
    count();
  }

  private void count() {
    shortestNanos = Long.MAX_VALUE;
    allNanos = 0;
    for (Seat seat : seats) {
      shortestNanos = Math.min(shortestNanos, seat.periodNanos);
      allNanos += seat.meanNanos;
    }
  }

  int size() {
    return seats.size();
  }

  /** The one that is due first. */
  Seat next() {
    Seat next = seats.get(0);
    for (int i = 1; i < seats.size(); i++) {
      Seat seat = seats.get(i);
      next = seat.deadlineNanos - next.deadlineNanos < 0 ? seat : next;
    }
    return next;
  }

  /** A step has been made. */
  void stepped(Seat seat, long tookNanos) {
    seat.deadlineNanos = seat.reader.deadlineNanos();
    double change = (tookNanos - seat.meanNanos) * MEMORY;
    seat.meanNanos += change;
    allNanos += change;
    if (seat.periodNanos != seat.reader.periodNanos()) {
      seat.periodNanos = seat.reader.periodNanos(); // Polls follow a sensor, or do not any more.
      count();
    }
  }

  /** Takes the slowest reader out where all together take too long; else null. */
  @Nullable DeviceReader leaving() {
    if (seats.size() == 1 || allNanos <= shortestNanos * MOST) {
      return null;
    }
    Seat slowest = seats.get(0);
    for (Seat seat : seats) {
      slowest = seat.meanNanos > slowest.meanNanos ? seat : slowest;
    }
    seats.remove(slowest);
    count();
    return slowest.reader;
  }

  /** Takes all out but one, which begins anew; those that were taken out. */
  List<DeviceReader> leaveAlone(Seat one) {
    seats.remove(one);
    List<DeviceReader> others = readers();
    seats.clear();
    one.meanNanos = 0;
    seats.add(one);
    count();
    return others;
  }

  /** Takes in all of another lane, where all together are quick; whether they are. */
  boolean join(LaneSchedule others) {
    long shortest = Math.min(shortestNanos, others.shortestNanos);
    if (allNanos + others.allNanos > shortest * MOST_TOGETHER) {
      return false;
    }
    seats.addAll(others.seats);
    others.seats.clear();
    count();
    return true;
  }

  List<DeviceReader> readers() {
    return seats.stream().map(seat -> seat.reader).toList();
  }
}
