package io.wattune.core.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tunables that have failed too often, and when each is to be tried again: after ten minutes, and
 * after twice as long each time that it fails again, up to a day. What made it fail (a driver in
 * trouble, a file that somebody else kept open) may have passed; what lasts must not cost a
 * kernel's learning every few minutes.
 */
final class GivenUp {
  static final long FIRST_NANOS = 600_000_000_000L;
  static final long LONGEST_NANOS = 86_400_000_000_000L;

  private final Map<String, Long> untilNanos = new HashMap<>();
  private final Map<String, Long> forNanos = new HashMap<>();

  /** It has failed too often, again or for the first time. */
  void add(String tunable, long nowNanos) {
    long before = forNanos.getOrDefault(tunable, 0L);
    long wait = before == 0 ? FIRST_NANOS : Math.min(2 * before, LONGEST_NANOS);
    forNanos.put(tunable, wait);
    untilNanos.put(tunable, nowNanos + wait);
  }

  /** Those that are given up now. */
  Set<String> tunables() {
    return untilNanos.keySet();
  }

  /** Those that are to be tried again, which are given up no more. */
  List<String> takeDue(long nowNanos) {
    List<String> due = new ArrayList<>();
    untilNanos.forEach(
        (tunable, until) -> {
          if (nowNanos >= until) {
            due.add(tunable);
          }
        });
    due.forEach(untilNanos::remove);
    return due;
  }

  /** It was set: the next time it waits for the shortest time again. */
  void wasSet(String tunable) {
    forNanos.remove(tunable);
  }

  /** The clock had run ahead: nobody waits longer than was meant. */
  void correctClock(long nowNanos) {
    untilNanos.replaceAll(
        (tunable, until) ->
            Math.min(until, nowNanos + forNanos.getOrDefault(tunable, FIRST_NANOS)));
  }

  void clear() {
    untilNanos.clear();
    forNanos.clear();
  }
}
