package io.wattune.dashboard.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The newest events, numbered, so that each reader gets what it has not had. Not thread safe. */
final class EventLog<T> {
  private final int most;
  private final Deque<T> events = new ArrayDeque<>();
  private long next;

  EventLog(int most) {
    this.most = most;
  }

  void add(T event) {
    if (events.size() == most) {
      events.removeFirst();
    }
    events.addLast(event);
    next++;
  }

  /** The number that the next event will have. */
  long next() {
    return next;
  }

  /** Events from a number on, as far as they are held, the oldest first. */
  List<T> since(long number) {
    long skip = Math.max(0, events.size() - (next - number));
    List<T> found = new ArrayList<>();
    for (T event : events) {
      if (skip-- <= 0) {
        found.add(event);
      }
    }
    return found;
  }

  /** All that are held, the newest first. */
  List<T> newestFirst() {
    List<T> found = new ArrayList<>(events.size());
    events.descendingIterator().forEachRemaining(found::add);
    return found;
  }
}
