package io.wattune.streams.kafka;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.kafka.SchemaPublisher;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.List;

/**
 * Exchange through the topic {@code schemas}. The topic is read only when a record comes whose
 * schema is not in the committed history.
 *
 * @param kafka how Kafka is reached
 * @param namespace whose topic it is
 */
public record TopicSchemaExchange(KafkaAccess kafka, Namespace namespace)
    implements SchemaExchange {

  @Override
  public void publish(List<Topic> topics) {
    SchemaPublisher.publish(kafka, namespace, topics);
  }

  @Override
  public SchemaStore open() {
    return new PublishedSchemas(kafka, namespace);
  }
}
