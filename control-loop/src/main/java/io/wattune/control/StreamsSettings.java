package io.wattune.control;

import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The controller's options as Streams' settings. */
final class StreamsSettings {
  private static final int LINGER_MILLIS = 5;

  private StreamsSettings() {}

  static Properties of(ControllerOptions options) {
    var settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, options.applicationId());
    settings.putAll(options.kafka().settings(Map.of()));
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, options.threads());
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, options.replicationFactor());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, options.commit().toMillis());
    settings.put(StreamsConfig.POLL_MS_CONFIG, options.poll().toMillis());
    settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
    // Across topics no order is assumed, so nothing need be waited for.
    settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    // An invitation to send usage figures to the broker.
    settings.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    consumer(settings, options);
    producer(settings);
    return settings;
  }

  private static void consumer(Properties settings, ControllerOptions options) {
    long session = options.sessionTimeout().toMillis();
    put(settings, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) session);
    put(settings, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, (int) (session / 3));
    if (options.instance() != null) {
      put(settings, ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, options.instance());
    }
  }

  private static void put(Properties settings, String name, Object value) {
    settings.put(StreamsConfig.mainConsumerPrefix(name), value);
  }

  private static void producer(Properties settings) {
    // Streams would wait 100 ms for company, which a decision must not. Without any wait each input
    // is a request of its own, and a broker that is busy with requests costs more than the wait.
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), LINGER_MILLIS);
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
  }
}
