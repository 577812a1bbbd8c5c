package io.wattune.collectors.decisions;

import io.wattune.core.lease.Obstacle;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.TrustedKeys;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * By what a node believes a record now.
 *
 * @param keys whom it believes
 * @param cluster id of the cluster that it reads
 * @param wallNanos what time it is at least: a key that came to its end stays so when the node's
 *     clock goes back
 */
record Belief(TrustedKeys keys, String cluster, long wallNanos) {

  /** Why a record is not believed; null where it is. */
  @Nullable Obstacle refusal(ConsumerRecord<String, byte[]> record) {
    return keys.keys().isEmpty()
        ? null
        : keys.refusal(
            new ClusterTopic(cluster, record.topic()),
            record.key(),
            record.value(),
            record.headers(),
            wallNanos);
  }
}
