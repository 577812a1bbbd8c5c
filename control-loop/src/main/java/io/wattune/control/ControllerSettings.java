package io.wattune.control;

import io.wattune.kafka.StreamsSettings;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The controller's options as Streams' settings. */
final class ControllerSettings {
  private static final int LINGER_MILLIS = 5;

  private ControllerSettings() {}

  static StreamsSettings of(ControllerOptions options) {
    Membership membership = options.membership();
    return new StreamsSettings(
        options.kafka(),
        options.applicationId(),
        membership.threads(),
        options.replicationFactor(),
        membership.sessionTimeout(),
        membership.instance(),
        Map.of(
            StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
            membership.commit().toMillis(),
            StreamsConfig.POLL_MS_CONFIG,
            membership.poll().toMillis(),
            StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
            0L,
            // Streams would wait 100 ms for company, which a decision must not. Without any wait
            // each input is a request of its own, and a broker that is busy with requests costs
            // more than the wait.
            StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG),
            LINGER_MILLIS));
  }
}
