package io.wattune.streams.kafka;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.SchemaPublisher;
import io.wattune.schemas.topics.Topic;
import io.wattune.schemas.topics.TopicSchemaStore;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Exchange through the topic {@code schemas}. The topic is read only when a record comes whose
 * schema is not in the committed history.
 *
 * @param bootstrapServers Kafka's addresses
 * @param namespacePrefix prefix of the namespace
 */
public record TopicSchemaExchange(String bootstrapServers, String namespacePrefix)
    implements SchemaExchange {

  @Override
  public void publish(List<Topic> topics) {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new StringSerializer(),
            new ByteArraySerializer())) {
      var publisher = new SchemaPublisher(producer, new Namespace(namespacePrefix));
      topics.forEach(publisher::publish);
    }
  }

  @Override
  public OpenStore open() {
    return new LazyStore();
  }

  private final class LazyStore implements OpenStore {
    private @Nullable KafkaConsumer<String, byte[]> consumer;
    private @Nullable TopicSchemaStore published;

    @Override
    public @Nullable Schema byFingerprint(long fingerprint) {
      Schema committed = BundledSchemas.get().byFingerprint(fingerprint);
      return committed != null ? committed : published().byFingerprint(fingerprint);
    }

    private TopicSchemaStore published() {
      if (published == null) {
        consumer =
            new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "allow.auto.create.topics", "false"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        published = new TopicSchemaStore(consumer, new Namespace(namespacePrefix));
      }
      return published;
    }

    @Override
    public void close() {
      if (consumer != null) {
        consumer.close();
      }
    }
  }
}
