package io.wattune.kafka;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The committed history, and behind it the topic {@code schemas}, to which it connects only when a
 * record comes whose schema is not in the history. Not thread-safe; one for each thread.
 */
public final class PublishedSchemas implements SchemaStore, AutoCloseable {
  private static final Map<String, Object> SETTINGS =
      Map.of("default.api.timeout.ms", (int) TopicSchemaStore.LONGEST_LOOK.toMillis());

  private final KafkaAccess kafka;
  private final Namespace namespace;
  private @Nullable TopicSchemaStore published;

  public PublishedSchemas(KafkaAccess kafka, Namespace namespace) {
    this.kafka = kafka;
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
      store = new TopicSchemaStore(PartitionReader.of(kafka, SETTINGS), namespace);
      published = store;
    }
    return store;
  }

  @Override
  public void close() {
    if (published != null) {
      published.close();
    }
  }

  /** The same, within a time. */
  public void close(Duration atMost) {
    if (published != null) {
      published.close(atMost);
    }
  }
}
