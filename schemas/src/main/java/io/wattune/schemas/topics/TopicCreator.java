package io.wattune.schemas.topics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates the topics of a namespace that are missing, and deletes those of a replay. May be called
 * again, and by several processes at once: a topic that another one has just made is no error.
 */
public final class TopicCreator {

  private final Admin admin;
  private final short replicationFactor;

  /**
   * Uses a connection that the caller opens and closes.
   *
   * @param replicationFactor copies of each partition: 1 on one machine, 3 where loss matters
   */
  public TopicCreator(Admin admin, int replicationFactor) {
    if (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "replicationFactor must be at least 1, was " + replicationFactor);
    }
    this.admin = admin;
    this.replicationFactor = (short) replicationFactor;
  }

  /** Creates what is missing, with each topic's default number of partitions. */
  public Set<String> createMissing(Namespace namespace) {
    return createMissing(namespace, Topic::defaultPartitions);
  }

  /**
   * Creates what is missing.
   *
   * @return full names of the topics that were created now
   * @throws IllegalStateException where the broker refuses, or a topic is there already with a
   *     setting that would lose data
   */
  public Set<String> createMissing(Namespace namespace, ToIntFunction<Topic> partitions) {
    Set<String> present = await("list the topics", admin.listTopics().names());
    List<NewTopic> missing = new ArrayList<>();
    Map<String, Topic> found = new HashMap<>();
    for (Topic topic : Topic.values()) {
      if (present.contains(namespace.topic(topic))) {
        found.put(namespace.topic(topic), topic);
      } else {
        missing.add(newTopic(namespace, topic, partitions.applyAsInt(topic)));
      }
    }
    refuseLosers(namespace, found);
    Set<String> created = new TreeSet<>();
    admin
        .createTopics(missing)
        .values()
        .forEach(
            (name, made) -> {
              if (await("create topic " + name, made, TopicExistsException.class)) {
                created.add(name);
              }
            });
    return created;
  }

  /**
   * Deletes the topics of a replay that has ended.
   *
   * @return full names of the topics that were deleted now
   * @throws IllegalArgumentException for the live namespace
   */
  public Set<String> delete(Namespace replay) {
    if (!replay.isReplay()) {
      throw new IllegalArgumentException(
          "only a replay's topics can be deleted, was namespace '" + replay.prefix() + "'");
    }
    Set<String> names = await("list the topics", admin.listTopics().names());
    List<String> doomed =
        Arrays.stream(Topic.values()).map(replay::topic).filter(names::contains).toList();
    Set<String> deleted = new TreeSet<>();
    admin
        .deleteTopics(doomed)
        .topicNameValues()
        .forEach(
            (name, gone) -> {
              if (await("delete topic " + name, gone, UnknownTopicOrPartitionException.class)) {
                deleted.add(name);
              }
            });
    return deleted;
  }

  /** What is asked of the broker for one topic. */
  NewTopic newTopic(Namespace namespace, Topic topic, int partitions) {
    if (partitions < 1) {
      throw new IllegalArgumentException(
          "topic " + topic.label() + " needs at least 1 partition, was " + partitions);
    }
    return new NewTopic(namespace.topic(topic), partitions, replicationFactor)
        .configs(settings(namespace, topic));
  }

  /** The settings of a topic. */
  static Map<String, String> settings(Namespace namespace, Topic topic) {
    return Map.of(
        TopicConfig.CLEANUP_POLICY_CONFIG,
        topic.isCompacted()
            ? TopicConfig.CLEANUP_POLICY_COMPACT
            : TopicConfig.CLEANUP_POLICY_DELETE,
        TopicConfig.RETENTION_MS_CONFIG,
        Long.toString(retentionMillis(namespace, topic)),
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        "CreateTime");
  }

  /** A replay has historic time stamps, which any limit would delete within minutes. */
  private static long retentionMillis(Namespace namespace, Topic topic) {
    return namespace.isReplay() ? -1 : topic.liveRetention().map(d -> d.toMillis()).orElse(-1L);
  }

  /** A topic that a broker made by itself has the broker's defaults, which may lose records. */
  private void refuseLosers(Namespace namespace, Map<String, Topic> found) {
    List<ConfigResource> resources =
        found.keySet().stream()
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    Map<ConfigResource, Config> configs =
        await("read the topics' settings", admin.describeConfigs(resources).all());
    configs.forEach((resource, config) -> refuseLoser(namespace, found, resource.name(), config));
  }

  private static void refuseLoser(
      Namespace namespace, Map<String, Topic> found, String name, Config config) {
    Topic topic = found.get(name);
    if (topic == null) {
      return;
    }
    settings(namespace, topic)
        .forEach(
            (key, wanted) -> {
              // How long a live topic is kept is the operator's choice; without limit is a need.
              boolean needed = !key.equals(TopicConfig.RETENTION_MS_CONFIG) || wanted.equals("-1");
              var entry = config.get(key);
              if (needed && entry != null && !wanted.equals(entry.value())) {
                throw new IllegalStateException(
                    String.format(
                        "topic %s is there with %s=%s but needs %s; set it with kafka-configs.sh"
                            + " --alter --topic %s --add-config %s=%s, or delete the topic",
                        name, key, entry.value(), wanted, name, key, wanted));
              }
            });
  }

  private static <T> T await(String what, KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw failure(what, e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(what, e);
    }
  }

  /** Waits; false where the failure is only that there was nothing left to do. */
  private static boolean await(
      String what, KafkaFuture<Void> answer, Class<? extends Exception> harmless) {
    try {
      answer.get();
      return true;
    } catch (ExecutionException e) {
      if (harmless.isInstance(e.getCause())) {
        return false;
      }
      throw failure(what, e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(what, e);
    }
  }

  private static IllegalStateException failure(String what, Throwable cause) {
    return new IllegalStateException(
        "cannot "
            + what
            + ": "
            + cause.getMessage()
            + "; check bootstrap.servers, the broker's log and the replication factor",
        cause);
  }
}
