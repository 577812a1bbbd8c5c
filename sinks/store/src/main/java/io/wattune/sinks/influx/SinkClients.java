package io.wattune.sinks.influx;

import io.wattune.kafka.FetchSettings;
import java.util.HashMap;
import java.util.Map;

/** Settings of the sink's Kafka clients. */
final class SinkClients {
  private SinkClients() {}

  static Map<String, Object> consumer(SinkSettings settings) {
    Map<String, Object> values = new HashMap<>();
    values.put("group.id", settings.namespace().group(settings.part()));
    values.put("isolation.level", "read_committed");
    // A reset by itself would pass over what the broker has deleted, without a word.
    values.put("auto.offset.reset", "none");
    // All partitions change hands at once: what was read of them is then simply forgotten.
    values.put("partition.assignment.strategy", "org.apache.kafka.clients.consumer.RangeAssignor");
    values.put("metadata.max.age.ms", "30000");
    values.put("max.poll.records", "2000");
    values.put("fetch.max.bytes", "16777216");
    values.putAll(FetchSettings.UNHURRIED);
    return values;
  }

  static Map<String, Object> producer() {
    return Map.of("max.block.ms", "10000", "linger.ms", "5");
  }
}
