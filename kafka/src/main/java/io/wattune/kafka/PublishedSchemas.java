package io.wattune.kafka;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.topics.Namespace;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The committed history, and behind it the topic {@code schemas}, to which it connects only when a
 * record comes whose schema is not in the history. Not thread-safe; one for each thread.
 */
public final class PublishedSchemas implements SchemaStore, AutoCloseable {
  private final String bootstrapServers;
  private final Namespace namespace;
  private @Nullable KafkaConsumer<String, byte[]> consumer;
  private @Nullable TopicSchemaStore published;

  public PublishedSchemas(String bootstrapServers, Namespace namespace) {
    this.bootstrapServers = bootstrapServers;
    this.namespace = namespace;
  }

  @Override
  public @Nullable Schema byFingerprint(long fingerprint) {
    Schema committed = BundledSchemas.get().byFingerprint(fingerprint);
    return committed != null ? committed : published().byFingerprint(fingerprint);
  }

  private TopicSchemaStore published() {
    TopicSchemaStore store = published;
    if (store == null) {
      consumer =
          new KafkaConsumer<>(
              Map.of("bootstrap.servers", bootstrapServers, "allow.auto.create.topics", "false"),
              new StringDeserializer(),
              new ByteArrayDeserializer());
      store = new TopicSchemaStore(consumer, namespace);
      published = store;
    }
    return store;
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.close();
    }
  }
}
