package io.wattune.core.loop;

import io.wattune.core.counter.WorkSignal;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Work that was delivered in an interval, by the name of what delivered it.
 *
 * @param startNanos start of the first activity in it, on the device's clock
 * @param endNanos end of the last one
 * @param byName never empty
 * @param valuBusy share of time that the vector ALUs were busy, 0..1; empty where not counted
 * @param signal where the work is known from, the least trusted of all
 * @param intensity logarithm of instructions by bytes, as the device counts them; empty where it
 *     does not
 */
record WorkWindow(
    long startNanos,
    long endNanos,
    Map<String, Delivered> byName,
    OptionalDouble valuBusy,
    WorkSignal signal,
    OptionalDouble intensity) {

  /**
   * What one name has delivered.
   *
   * @param work in a unit of its own
   * @param seconds for how long its activities ran, those that overlap each by itself
   */
  record Delivered(double work, double seconds) {
    Delivered plus(Delivered other) {
      return new Delivered(work + other.work, seconds + other.seconds);
    }

    /** Work per second. */
    double rate() {
      return work / seconds;
    }
  }

  WorkWindow {
    byName = Map.copyOf(byName);
  }

  /** Of a device that does not count what it does. */
  WorkWindow(
      long startNanos,
      long endNanos,
      Map<String, Delivered> byName,
      OptionalDouble valuBusy,
      WorkSignal signal) {
    this(startNanos, endNanos, byName, valuBusy, signal, OptionalDouble.empty());
  }

  /** This one and a later one, as one. */
  WorkWindow and(WorkWindow later) {
    Map<String, Delivered> all = new HashMap<>(byName);
    later.byName.forEach((name, it) -> all.merge(name, it, Delivered::plus));
    return new WorkWindow(
        Math.min(startNanos, later.startNanos),
        Math.max(endNanos, later.endNanos),
        all,
        OptionalDouble.empty(),
        signal.isTrustedBefore(later.signal) ? later.signal : signal);
  }

  /** Whether anything was delivered. */
  boolean hasWork() {
    return byName.values().stream().anyMatch(each -> each.work() > 0);
  }

  /** Work per second of all names together, where there is one only. */
  double rate() {
    return byName.values().iterator().next().rate();
  }
}
