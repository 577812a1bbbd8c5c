package io.wattune.sinks.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes the topics that are written, each like the one that it is a copy of. */
final class TargetTopics {
  private static final List<String> COPIED =
      List.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.RETENTION_MS_CONFIG,
          TopicConfig.COMPRESSION_TYPE_CONFIG,
          TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);

  private TargetTopics() {}

  /**
   * Makes those that are missing.
   *
   * @param targets the name of the copy of each topic
   * @throws KafkaException where one that is there has too few partitions: a record's copy goes to
   *     the partition of its original
   */
  static void create(Admin admin, Map<String, String> targets) {
    Map<String, TopicDescription> described =
        answer(admin.describeTopics(targets.keySet()).allTopicNames());
    List<ConfigResource> resources =
        targets.keySet().stream()
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    Map<ConfigResource, Config> configs = answer(admin.describeConfigs(resources).all());
    List<NewTopic> wished = new ArrayList<>();
    configs.forEach(
        (resource, config) -> {
          TopicDescription source = described.get(resource.name());
          String target = targets.get(resource.name());
          if (source != null && target != null) {
            wished.add(
                new NewTopic(
                        target,
                        source.partitions().size(),
                        (short) source.partitions().get(0).replicas().size())
                    .configs(copied(config)));
          }
        });
    List<String> there = new ArrayList<>();
    admin
        .createTopics(wished)
        .values()
        .forEach(
            (name, future) -> {
              if (!isMade(future)) {
                there.add(name);
              }
            });
    checkPartitions(admin, wished, there, targets);
  }

  private static void checkPartitions(
      Admin admin, List<NewTopic> wished, List<String> there, Map<String, String> targets) {
    Map<String, TopicDescription> found = answer(admin.describeTopics(there).allTopicNames());
    for (NewTopic wish : wished) {
      TopicDescription topic = found.get(wish.name());
      if (topic != null && topic.partitions().size() < wish.numPartitions()) {
        String source =
            targets.entrySet().stream()
                .filter(each -> each.getValue().equals(wish.name()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        throw new KafkaException(
            "topic "
                + wish.name()
                + " has "
                + topic.partitions().size()
                + " partitions and "
                + source
                + " "
                + wish.numPartitions()
                + ": give it as many, with kafka-topics.sh --alter --topic "
                + wish.name()
                + " --partitions "
                + wish.numPartitions());
      }
    }
  }

  private static Map<String, String> copied(Config config) {
    Map<String, String> copied = new HashMap<>();
    for (String name : COPIED) {
      ConfigEntry entry = config.get(name);
      if (entry != null && entry.value() != null) {
        copied.put(name, entry.value());
      }
    }
    return copied;
  }

  /** False where it was there already. */
  private static boolean isMade(KafkaFuture<Void> made) {
    try {
      var unused = made.get();
      return true;
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new KafkaException("the topics of copies cannot be made", e.getCause());
      }
      return false;
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static <T> T answer(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new KafkaException("the topics cannot be looked at", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
