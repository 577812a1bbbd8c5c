package io.wattune.streams.kafka;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.kafka.SchemaPublisher;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Exchange through the topic {@code schemas}. The topic is read only when a record comes whose
 * schema is not in the committed history.
 *
 * @param kafka how Kafka is reached
 * @param namespacePrefix prefix of the namespace
 */
public record TopicSchemaExchange(KafkaAccess kafka, String namespacePrefix)
    implements SchemaExchange {

  @Override
  public void publish(List<Topic> topics) {
    SchemaPublisher.publish(kafka, new Namespace(namespacePrefix), topics);
  }

  @Override
  public OpenStore open() {
    return new PublishedStore(new PublishedSchemas(kafka, new Namespace(namespacePrefix)));
  }

  private static final class PublishedStore implements OpenStore {
    private final PublishedSchemas schemas;

    PublishedStore(PublishedSchemas schemas) {
      this.schemas = schemas;
    }

    @Override
    public @Nullable Schema byFingerprint(long fingerprint) {
      return schemas.byFingerprint(fingerprint);
    }

    @Override
    public void close() {
      schemas.close();
    }
  }
}
