package io.wattune.kafka;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.topics.ForeignSchema;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/**
 * Publishes the schemas of a writer, before its first record: then no reader, however old, meets a
 * record whose schema it cannot find. Publishing again is harmless. Not thread-safe.
 */
public final class SchemaPublisher {

  private final Producer<String, byte[]> producer;
  private final String topic;
  private final Set<Long> published = new HashSet<>();

  /** Uses a producer that the caller opens and closes, and that is not in a transaction. */
  public SchemaPublisher(Producer<String, byte[]> producer, Namespace namespace) {
    this.producer = producer;
    this.topic = namespace.topic(Topic.SCHEMAS);
  }

  /**
   * Publishes the schemas of topics that are about to be written, over a connection of its own.
   *
   * @throws IllegalStateException where the broker does not take them: then write no record
   */
  public static void publish(KafkaAccess kafka, Namespace namespace, List<Topic> topics) {
    try (var producer = kafka.producer(Map.of("max.block.ms", "10000"))) {
      var publisher = new SchemaPublisher(producer, namespace);
      topics.forEach(publisher::publish);
    }
  }

  /**
   * Publishes the schema of the topic's record, and returns when the broker has it.
   *
   * @throws IllegalStateException where the broker does not take it: then write no record
   */
  public void publish(Topic topic) {
    topic.recordSchema().ifPresent(this::publish);
  }

  private void publish(Schema schema) {
    long fingerprint = SchemaNormalization.parsingFingerprint64(schema);
    if (published.contains(fingerprint)) {
      return;
    }
    Schema committed = BundledSchemas.get().byFingerprint(fingerprint);
    byte[] json =
        (committed == null ? schema : committed).toString().getBytes(StandardCharsets.UTF_8);
    var record = new ProducerRecord<>(topic, ForeignSchema.key(fingerprint), json);
    try {
      Future<RecordMetadata> sent = producer.send(record);
      producer.flush(); // a producer may wait for more, and nothing follows before this is known
      sent.get();
    } catch (ExecutionException e) {
      throw failure(schema, e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(schema, e);
    } catch (KafkaException e) {
      throw failure(schema, e);
    }
    published.add(fingerprint);
  }

  private IllegalStateException failure(Schema schema, Throwable cause) {
    return new IllegalStateException(
        "cannot publish the schema of %s to topic %s: %s"
            .formatted(
                schema.getName(),
                topic,
                KafkaTrouble.words(
                    cause,
                    FailureWords.of(cause)
                        + "; check that the topic exists and the broker can be reached")),
        cause);
  }
}
