package io.wattune.archive.sink;

import io.wattune.archive.SourcePartition;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The partitions of the archived topics that are there now, each with its topic's id. */
final class Sources {
  private Sources() {}

  static Map<TopicPartition, SourcePartition> now(
      Admin admin, Namespace namespace, List<Topic> topics) {
    Map<TopicPartition, SourcePartition> sources = new HashMap<>();
    var names = topics.stream().map(namespace::topic).toList();
    var described = admin.describeTopics(names).topicNameValues();
    for (Topic topic : topics) {
      String name = namespace.topic(topic);
      KafkaFuture<TopicDescription> answer = described.get(name);
      if (answer != null) {
        add(sources, topic, name, answer);
      }
    }
    return sources;
  }

  private static void add(
      Map<TopicPartition, SourcePartition> sources,
      Topic topic,
      String name,
      KafkaFuture<TopicDescription> answer) {
    try {
      TopicDescription description = answer.get();
      String id = description.topicId().toString();
      description
          .partitions()
          .forEach(
              p ->
                  sources.put(
                      new TopicPartition(name, p.partition()),
                      new SourcePartition(topic.label(), id, p.partition())));
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
        throw new KafkaException("topic " + name + " cannot be looked at", e.getCause());
      }
      // Nobody has made it yet; the next look may find it.
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
