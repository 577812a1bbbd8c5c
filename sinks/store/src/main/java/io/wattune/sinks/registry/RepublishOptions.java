package io.wattune.sinks.registry;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.net.URI;
import java.util.List;

/**
 * What is put out once more, and where to.
 *
 * @param kafka how Kafka is reached
 * @param namespace whose topics are read
 * @param topics which ones
 * @param prefix stands before the names of the topics that are written, in place of the namespace
 * @param registry address of the schema registry
 * @param login {@code USER:PASSWORD} there; empty for none
 */
public record RepublishOptions(
    KafkaAccess kafka,
    Namespace namespace,
    List<Topic> topics,
    String prefix,
    URI registry,
    String login) {

  public RepublishOptions {
    topics = topics.stream().distinct().toList();
    if (topics.isEmpty() || topics.stream().anyMatch(each -> each.recordSchema().isEmpty())) {
      throw new IllegalArgumentException(
          "topics must name topics of records, which schemas is not; were "
              + topics.stream().map(Topic::label).toList());
    }
    if (prefix.isBlank() || prefix.equals(namespace.prefix())) {
      throw new IllegalArgumentException(
          "prefix must be another one than that of the topics that are read, was '" + prefix + "'");
    }
  }

  /** The name of the topic that a topic's records go to. */
  String target(Topic topic) {
    return prefix + "." + topic.label();
  }

  @Override
  public String toString() {
    return topics + " to " + prefix + ", schemas at " + registry; // The login is nobody's to see.
  }
}
