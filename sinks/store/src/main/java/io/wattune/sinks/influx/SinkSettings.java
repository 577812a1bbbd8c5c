package io.wattune.sinks.influx;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.store.address.StoreAddress;

/**
 * What a sink needs to know.
 *
 * @param kafka how Kafka is reached
 * @param namespace whose topics are written
 * @param store where to
 * @param limits how large batches are
 * @param group sinks of one group divide the topics among themselves, each group gets all of them;
 *     empty for the group that has no name
 */
public record SinkSettings(
    KafkaAccess kafka, Namespace namespace, StoreAddress store, BatchLimits limits, String group) {

  /** Sinks of the group that has no name. */
  public SinkSettings(
      KafkaAccess kafka, Namespace namespace, StoreAddress store, BatchLimits limits) {
    this(kafka, namespace, store, limits, "");
  }

  /** Last part of the consumer group's name. */
  String part() {
    return group.isEmpty() ? StoreSink.PART : StoreSink.PART + "-" + group;
  }
}
