package io.wattune.sinks.influx;

import java.util.HashMap;
import java.util.Map;

/** Settings of the sink's Kafka clients. */
final class SinkClients {
  private static final String BOOTSTRAP = "bootstrap.servers";

  private SinkClients() {}

  static Map<String, Object> consumer(SinkSettings settings) {
    Map<String, Object> values = new HashMap<>();
    values.put(BOOTSTRAP, settings.bootstrapServers());
    values.put("group.id", settings.namespace().group(StoreSink.PART));
    values.put("isolation.level", "read_committed");
    values.put("enable.auto.commit", "false");
    // A reset by itself would pass over what the broker has deleted, without a word.
    values.put("auto.offset.reset", "none");
    values.put("allow.auto.create.topics", "false");
    // All partitions change hands at once: what was read of them is then simply forgotten.
    values.put("partition.assignment.strategy", "org.apache.kafka.clients.consumer.RangeAssignor");
    values.put("metadata.max.age.ms", "30000");
    values.put("max.poll.records", "2000");
    values.put("fetch.max.bytes", "16777216");
    values.put("fetch.max.wait.ms", "100");
    return values;
  }

  static Map<String, Object> schemas(SinkSettings settings) {
    return Map.of(BOOTSTRAP, settings.bootstrapServers(), "allow.auto.create.topics", "false");
  }

  static Map<String, Object> producer(SinkSettings settings) {
    return Map.of(
        BOOTSTRAP, settings.bootstrapServers(), "max.block.ms", "10000", "linger.ms", "5");
  }
}
