package io.wattune.testbed.standin;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * The energy of the last second at points between which power was constant, so that the mean of any
 * window is exact. Times ascend. Not thread safe.
 */
final class PowerHistory {
  private static final long KEPT_NANOS = 1_100_000_000L;

  private record Mark(long nanos, double joules) {}

  private final ArrayDeque<Mark> marks = new ArrayDeque<>();

  /** Energy up to a time. */
  void mark(long nanos, double joules) {
    marks.addLast(new Mark(nanos, joules));
    while (marks.size() > 2 && nanos - marks.peekFirst().nanos > KEPT_NANOS) {
      marks.removeFirst();
    }
  }

  /** Mean power of the time up to the newest mark; of what there is where that is shorter. */
  double meanWatts(long windowNanos) {
    Mark last = marks.getLast();
    long from = Math.max(marks.getFirst().nanos, last.nanos - windowNanos);
    return from == last.nanos ? 0 : (last.joules - joulesAt(from)) / ((last.nanos - from) * 1e-9);
  }

  private double joulesAt(long nanos) {
    Iterator<Mark> each = marks.descendingIterator();
    Mark after = each.next();
    while (each.hasNext()) {
      Mark before = each.next();
      if (before.nanos <= nanos) {
        double share = (double) (nanos - before.nanos) / (after.nanos - before.nanos);
        return before.joules + share * (after.joules - before.joules);
      }
      after = before;
    }
    return after.joules;
  }
}
