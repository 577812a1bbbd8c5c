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
 */
public record SinkSettings(
    KafkaAccess kafka, Namespace namespace, StoreAddress store, BatchLimits limits) {}
