package io.wattune.collectors.spool;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.NodePartitioner;
import io.wattune.kafka.ProducerSettings;
import io.wattune.kafka.SchemaPublisher;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Opens idempotent Kafka producers. Publishing the schemas is what shows that the broker is there;
 * it is done for each producer, since a broker that comes back may have lost its data.
 */
public final class KafkaOpener implements ProducerOpener {
  /** How long an attempt, or a send to a topic that is not known, waits for the broker. */
  private static final int MAX_BLOCK_MILLIS = 3_000;

  private static final int REQUEST_MILLIS = 5_000;

  /**
   * Longer than any stall: a batch that the producer gave up by itself would be overtaken by those
   * behind it, and its readings would come too late.
   */
  private static final int DELIVERY_MILLIS = 600_000;

  /** The agent has its own: nobody looks at the producer's. */
  private static final Map<String, Object> NO_METRICS =
      Map.of(
          ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG,
          "",
          ProducerConfig.ENABLE_METRICS_PUSH_CONFIG,
          false);

  private final KafkaAccess kafka;
  private final String clientId;
  private final Namespace namespace;
  private final Set<Topic> topics;
  private final int lingerMillis;

  /**
   * Opens nothing yet.
   *
   * @param kafka how Kafka is reached
   * @param clientId the name that the broker's logs and metrics show
   * @param topics the topics that will be written
   * @param lingerMillis how long a record waits for others
   */
  public KafkaOpener(
      KafkaAccess kafka,
      String clientId,
      Namespace namespace,
      Set<Topic> topics,
      int lingerMillis) {
    this.kafka = kafka;
    this.clientId = clientId;
    this.namespace = namespace;
    this.topics = Set.copyOf(topics);
    this.lingerMillis = lingerMillis;
  }

  @Override
  public Producer<String, byte[]> open() {
    Map<String, Object> settings = new HashMap<>(ProducerSettings.of(clientId));
    settings.put(ProducerConfig.LINGER_MS_CONFIG, lingerMillis);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS);
    settings.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, NodePartitioner.class);
    settings.putAll(NO_METRICS);
    var producer = kafka.producer(settings);
    try {
      var schemas = new SchemaPublisher(producer, namespace);
      topics.forEach(schemas::publish);
      return producer;
    } catch (IllegalStateException e) {
      producer.close(Duration.ZERO);
      throw new IllegalStateException(kafka.bootstrapServers() + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
  }
}
