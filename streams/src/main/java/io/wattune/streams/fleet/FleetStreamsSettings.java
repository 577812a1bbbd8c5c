package io.wattune.streams.fleet;

import io.wattune.http.ListenAddress;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** A fleet view's options as Streams' settings. */
final class FleetStreamsSettings {
  /** How often the newest samples go on to their nodes. */
  private static final long COMMIT_MILLIS = 1_000;

  /** A sample of one device takes some 200 B in the cache: enough for 100,000 devices. */
  private static final long CACHE_BYTES = 32L * 1024 * 1024;

  private FleetStreamsSettings() {}

  static Properties of(FleetViewOptions options, ListenAddress server) {
    var settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, options.applicationId());
    settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, server.toString());
    settings.putAll(options.kafka().settings(Map.of()));
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, options.threads());
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, options.replicationFactor());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
    // Across topics no order is assumed, so nothing need be waited for.
    settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    // An invitation to send usage figures to the broker.
    settings.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    if (options.stateFolder() != null) {
      settings.put(StreamsConfig.STATE_DIR_CONFIG, options.stateFolder().toString());
    }
    consumer(settings, options);
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
    return settings;
  }

  private static void consumer(Properties settings, FleetViewOptions options) {
    long session = options.sessionTimeout().toMillis();
    // Energy is written in transactions; of one that was aborted nothing must be counted.
    put(settings, ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    put(settings, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) session);
    put(settings, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, (int) (session / 3));
    if (options.instance() != null) {
      put(settings, ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, options.instance());
    }
  }

  private static void put(Properties settings, String name, Object value) {
    settings.put(StreamsConfig.mainConsumerPrefix(name), value);
  }
}
