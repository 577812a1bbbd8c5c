package io.wattune.collectors.spool;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What became of records. Thread safe. */
final class PublisherCounts {
  final LongAdder published = new LongAdder();
  final LongAdder confirmed = new LongAdder();
  final LongAdder resent = new LongAdder();
  private final Map<String, LongAdder> dropped = new ConcurrentHashMap<>();

  void dropped(String topic, long records) {
    if (records > 0) {
      dropped.computeIfAbsent(topic, name -> new LongAdder()).add(records);
    }
  }

  /** Records dropped so far, by topic. */
  Map<String, Long> dropped() {
    Map<String, Long> sums = new HashMap<>();
    dropped.forEach((topic, records) -> sums.put(topic, records.sum()));
    return sums;
  }
}
