package io.wattune.core.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Windows of a program that wait for the node's report of what was in force, oldest first, each
 * with the phase that it is of, as far as that is known.
 */
final class WaitingWindows {
  /** Most windows that wait. */
  private static final int MOST = 256;

  /** A window, and the phase that it is of; null while that is not known. */
  static final class Taken {
    final WorkWindow window;
    @Nullable Phase phase;

    Taken(WorkWindow window, @Nullable Phase phase) {
      this.window = window;
      this.phase = phase;
    }
  }

  private final Deque<Taken> waiting = new ArrayDeque<>();

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  Taken first() {
    return waiting.getFirst();
  }

  /** The one after the first; null where there is none. */
  @Nullable Taken second() {
    Iterator<Taken> all = waiting.iterator();
    all.next();
    return all.hasNext() ? all.next() : null;
  }

  void removeFirst() {
    waiting.removeFirst();
  }

  void clear() {
    waiting.clear();
  }

  /** One more, of a phase or of none that is known. */
  void add(WorkWindow window, @Nullable Phase phase) {
    waiting.addLast(new Taken(window, phase));
  }

  /**
   * Drops the oldest where too many wait.
   *
   * @return how many were dropped
   */
  int dropMany() {
    if (waiting.size() <= MOST) {
      return 0;
    }
    waiting.removeFirst();
    return 1;
  }

  /** Those of no phase that is known are of this one. */
  void tag(Phase phase) {
    for (Taken each : waiting) {
      each.phase = each.phase == null ? phase : each.phase;
    }
  }

  /** Those of no phase that is known. */
  List<WorkWindow> undecided() {
    return waiting.stream().filter(each -> each.phase == null).map(each -> each.window).toList();
  }

  void dropUndecided() {
    waiting.removeIf(each -> each.phase == null);
  }

  void dropThoseOf(Phase phase) {
    waiting.removeIf(each -> each.phase == phase);
  }

  /**
   * The newest two, older one first; null where there are fewer, or the older one's phase is known.
   */
  @Nullable List<WorkWindow> newestTwo() {
    Iterator<Taken> newest = waiting.descendingIterator();
    if (waiting.size() < 2) {
      return null;
    }
    Taken last = newest.next();
    Taken before = newest.next();
    return before.phase == null ? List.of(before.window, last.window) : null;
  }

  /** Puts one window in the place of the newest two. */
  void mergeNewestTwo(WorkWindow both) {
    waiting.removeLast();
    waiting.removeLast();
    waiting.addLast(new Taken(both, null));
  }
}
