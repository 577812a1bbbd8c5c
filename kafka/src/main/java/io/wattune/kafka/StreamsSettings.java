package io.wattune.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * What a topology of Kafka Streams is run with.
 *
 * @param kafka how Kafka is reached
 * @param applicationId name of its group, and the beginning of its own topics' names
 * @param threads threads of this process
 * @param replicationFactor copies of its own topics; -1 for the broker's default
 * @param sessionTimeout after which a silent instance's tasks go to another
 * @param instance stable name of this process among the instances; null for none
 * @param own what this part needs besides
 */
public record StreamsSettings(
    KafkaAccess kafka,
    String applicationId,
    int threads,
    int replicationFactor,
    Duration sessionTimeout,
    @Nullable String instance,
    Map<String, Object> own) {

  /** As Kafka's properties. */
  public Properties toProperties() {
    Map<String, Object> settings = new HashMap<>(kafka.settings(Map.of()));
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, replicationFactor);
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    // Across topics no order is assumed, so nothing need be waited for.
    settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    // An invitation to send usage figures to the broker.
    settings.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
    kafka
        .readerSettings()
        .forEach((name, value) -> settings.put(StreamsConfig.consumerPrefix(name), value));
    long session = sessionTimeout.toMillis();
    ofMainConsumer(settings, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) session);
    ofMainConsumer(settings, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, (int) (session / 3));
    if (instance != null) {
      ofMainConsumer(settings, ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instance);
    }
    settings.putAll(own);
    var properties = new Properties();
    properties.putAll(settings);
    return properties;
  }

  private static void ofMainConsumer(Map<String, Object> settings, String name, Object value) {
    settings.put(StreamsConfig.mainConsumerPrefix(name), value);
  }
}
