package io.wattune.pipeline;

import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.store.EmbeddedStore;
import io.wattune.kafka.KafkaAccess;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a run that others may look at while it runs.
 *
 * @param kafka how Kafka is reached
 * @param flink the cluster with the jobs
 * @param store the store; null where there is none
 */
public record RunParts(KafkaAccess kafka, LocalFlink flink, @Nullable EmbeddedStore store) {}
