package io.wattune.streams.fleet;

import io.wattune.http.ListenAddress;
import io.wattune.kafka.FetchSettings;
import io.wattune.kafka.StreamsSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** A fleet view's options as Streams' settings. */
final class FleetStreamsSettings {
  /** How often the newest samples go on to their nodes. */
  private static final long COMMIT_MILLIS = 1_000;

  /** A sample of one device takes some 200 B in the cache: enough for 100,000 devices. */
  private static final long CACHE_BYTES = 32L * 1024 * 1024;

  /** A sample passes through four topics on its way to the cluster's sum. */
  private static final int FETCH_MILLIS = 200;

  private FleetStreamsSettings() {}

  static StreamsSettings of(FleetViewOptions options, ListenAddress server) {
    Map<String, Object> own = new HashMap<>();
    own.put(StreamsConfig.APPLICATION_SERVER_CONFIG, server.toString());
    own.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    own.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
    if (options.stateFolder() != null) {
      own.put(StreamsConfig.STATE_DIR_CONFIG, options.stateFolder().toString());
    }
    FetchSettings.atMost(FETCH_MILLIS)
        .forEach((name, value) -> own.put(StreamsConfig.mainConsumerPrefix(name), value));
    // Energy is written in transactions; of one that was aborted nothing must be counted.
    own.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
    return new StreamsSettings(
        options.kafka(),
        options.applicationId(),
        options.threads(),
        options.replicationFactor(),
        options.sessionTimeout(),
        options.instance(),
        own);
  }
}
