package io.wattune.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Settings of a Kafka producer for readings: in order and without duplicates for each device
 * (idempotent, all replicas, one request at a time), a few milliseconds of waiting for fuller,
 * compressed batches.
 *
 * <p>Idempotence alone does not keep the order: to a partition that knows nothing of a producer yet
 * a broker lets it begin with any sequence number, so that where the first request fails for a
 * moment, as while a leader is found, the second one is taken, and the first is refused as out of
 * order until its delivery times out, and comes behind then. What is older than what a device sent
 * before is dropped by the ledger.
 */
public final class ProducerSettings {
  private static final int LINGER_MILLIS = 5;

  /** Some hundred blocks: the broker's limit for one batch is 1 MiB. */
  private static final int BATCH_BYTES = 256 * 1024;

  private ProducerSettings() {}

  /**
   * Settings for {@link KafkaAccess#producer}.
   *
   * @param clientId the name that the broker's logs and metrics show
   */
  public static Map<String, Object> of(String clientId) {
    return Map.ofEntries(
        Map.entry(ProducerConfig.CLIENT_ID_CONFIG, clientId),
        Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true),
        Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
        Map.entry(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1),
        Map.entry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4"),
        Map.entry(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS),
        Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES),
        // A part has its own metrics; beans for each of Kafka's are memory that nobody reads.
        Map.entry(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of()));
  }
}
