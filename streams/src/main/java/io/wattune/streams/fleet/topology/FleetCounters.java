package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.WindowFate;
import io.wattune.schemas.topics.Topic;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a view does; any thread may count, any may look. Keys are few and stable. */
public final class FleetCounters {
  private final Map<String, LongAdder> read = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> passedOver = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> rejected = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> windows = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> sent = new ConcurrentHashMap<>();
  private final LongAdder used = new LongAdder();
  private final LongAdder nodes = new LongAdder();
  private final LongAdder devices = new LongAdder();
  private final LongAdder repeatedSums = new LongAdder();
  private final LongAdder unreadableStates = new LongAdder();

  void read(Topic topic) {
    add(read, topic.label());
  }

  void used() {
    used.increment();
  }

  void passedOver(String why) {
    add(passedOver, why);
  }

  void rejected(String reason) {
    add(rejected, reason);
  }

  void window(WindowFate fate) {
    add(windows, fate.name().toLowerCase(Locale.ROOT));
  }

  void sent(FleetScope scope) {
    add(sent, scope.label());
  }

  void nodes(int change) {
    nodes.add(change);
  }

  void devices(int change) {
    devices.add(change);
  }

  void repeatedSum() {
    repeatedSums.increment();
  }

  void unreadableState() {
    unreadableStates.increment();
  }

  /** What has been counted so far. */
  public FleetCounts counts() {
    return new FleetCounts(
        sums(read),
        used.sum(),
        sums(passedOver),
        sums(rejected),
        sums(windows),
        sums(sent),
        nodes.sum(),
        devices.sum(),
        repeatedSums.sum(),
        unreadableStates.sum());
  }

  private static void add(Map<String, LongAdder> counters, String key) {
    counters.computeIfAbsent(key, absent -> new LongAdder()).increment();
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counters) {
    Map<String, Long> sums = new TreeMap<>();
    counters.forEach((key, adder) -> sums.put(key, adder.sum()));
    return sums;
  }
}
