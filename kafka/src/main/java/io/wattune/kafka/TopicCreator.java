package io.wattune.kafka;

import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the topics of a namespace that are missing, and deletes those of a replay. May be called
 * again, and by several processes at once: a topic that another one has just made is no error, if
 * its settings are right.
 */
public final class TopicCreator {

  /** A topic may be known to the controller for a moment before every broker knows it. */
  private static final int TRIES = 300;

  private static final long PAUSE_MILLIS = 100;

  private static final Logger LOG = LoggerFactory.getLogger(TopicCreator.class);

  private final Admin admin;
  private final short replicationFactor;
  private final int inSyncReplicas;
  private final @Nullable Compression compression;

  /**
   * Uses a connection that the caller opens and closes.
   *
   * @param replicationFactor copies of each partition: 1 on one machine, 3 where loss matters
   */
  public TopicCreator(Admin admin, int replicationFactor) {
    this(admin, replicationFactor, 1, null);
  }

  /**
   * The same.
   *
   * @param inSyncReplicas copies that must have a record before it is acknowledged: 2 where loss
   *     matters
   * @param compression how topics are packed, those too that are there already; null to leave those
   *     as they are, and to pack new ones with lz4
   */
  public TopicCreator(
      Admin admin, int replicationFactor, int inSyncReplicas, @Nullable Compression compression) {
    if (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "replicationFactor must be at least 1, was " + replicationFactor);
    }
    if (inSyncReplicas < 1 || inSyncReplicas > replicationFactor) {
      throw new IllegalArgumentException(
          "inSyncReplicas must be in 1..%s, the number of copies, was %s"
              .formatted(replicationFactor, inSyncReplicas));
    }
    this.admin = admin;
    this.compression = compression;
    this.inSyncReplicas = inSyncReplicas;
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
    Set<String> listed = answer("list the topics", admin.listTopics().names(), null);
    Map<String, Topic> present = new HashMap<>();
    Map<String, Topic> missing = new HashMap<>();
    List<NewTopic> wished = new ArrayList<>();
    for (Topic topic : Topic.values()) {
      String name = namespace.topic(topic);
      if (listed != null && listed.contains(name)) {
        present.put(name, topic);
      } else {
        missing.put(name, topic);
        wished.add(newTopic(namespace, topic, partitions.applyAsInt(topic)));
      }
    }
    Set<String> created = new TreeSet<>();
    admin
        .createTopics(wished)
        .values()
        .forEach(
            (name, made) -> {
              if (happened("create topic " + name, made, TopicExistsException.class)) {
                created.add(name);
              }
            });
    awaitLeaders(wished, created);
    missing.keySet().removeAll(created);
    present.putAll(missing);
    checkSettings(namespace, present);
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
    List<String> names = Arrays.stream(Topic.values()).map(replay::topic).toList();
    Set<String> deleted = new TreeSet<>();
    admin
        .deleteTopics(names)
        .topicNameValues()
        .forEach(
            (name, gone) -> {
              if (happened("delete topic " + name, gone, UnknownTopicOrPartitionException.class)) {
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
        .configs(TopicSettings.of(namespace, topic, inSyncReplicas, compression(null)));
  }

  private void checkSettings(Namespace namespace, Map<String, Topic> present) {
    List<ConfigResource> resources =
        present.keySet().stream()
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    Map<ConfigResource, Config> configs =
        onceKnown(
            "read the settings of " + present.keySet(),
            () -> admin.describeConfigs(resources).all());
    configs.forEach(
        (resource, config) -> {
          Topic topic = present.get(resource.name());
          if (topic != null) {
            TopicSettings.check(namespace, topic, config);
            bound(resource, topic, config);
          }
        });
  }

  /** What was asked for; else what the topic has, if it is one that can be asked for. */
  private Compression compression(@Nullable Config present) {
    if (compression != null) {
      return compression;
    }
    ConfigEntry entry = present == null ? null : present.get(TopicConfig.COMPRESSION_TYPE_CONFIG);
    return Optional.ofNullable(entry)
        .flatMap(value -> Compression.named(value.value()))
        .orElse(Compression.LZ4);
  }

  /** A topic of an earlier release gets its bounds; without the right to set them it is said. */
  private void bound(ConfigResource resource, Topic topic, Config present) {
    List<AlterConfigOp> changes = new ArrayList<>();
    Map<String, String> bounds = TopicSettings.bounds(topic, compression(present));
    bounds.forEach(
        (name, wanted) -> {
          var entry = present.get(name);
          if (entry == null || !wanted.equals(entry.value())) {
            changes.add(new AlterConfigOp(new ConfigEntry(name, wanted), AlterConfigOp.OpType.SET));
          }
        });
    if (changes.isEmpty()) {
      return;
    }
    try {
      answer(
          "set the bounds of topic " + resource.name(),
          admin.incrementalAlterConfigs(Map.of(resource, changes)).all(),
          null);
    } catch (IllegalStateException e) {
      LOG.warn(
          "{}; until it has {} a small record may take much memory of its readers, and a ledger that"
              + " is behind may refuse activities as late: set it with kafka-configs.sh",
          e.getMessage(),
          bounds);
    }
  }

  /**
   * Waits until each new partition's leader answers. A broker announces a partition a moment before
   * it serves it; a producer that sends then has its batches refused one by one, and may get stuck
   * on their order for ever.
   */
  private void awaitLeaders(List<NewTopic> wished, Set<String> created) {
    Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
    for (NewTopic topic : wished) {
      for (int p = 0; created.contains(topic.name()) && p < topic.numPartitions(); p++) {
        partitions.put(new TopicPartition(topic.name(), p), OffsetSpec.latest());
      }
    }
    onceKnown("describe the new topics", () -> admin.describeTopics(created).allTopicNames());
    onceKnown("reach the new topics' leaders", () -> admin.listOffsets(partitions).all());
  }

  private static <T> T onceKnown(String what, Supplier<KafkaFuture<T>> question) {
    for (int tries = 1; tries < TRIES; tries++) {
      T known = answer(what, question.get(), UnknownTopicOrPartitionException.class);
      if (known != null) {
        return known;
      }
      pause();
    }
    return Objects.requireNonNull(answer(what, question.get(), null));
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("wait for a topic", e);
    }
  }

  private static boolean happened(
      String what, KafkaFuture<Void> future, Class<? extends Exception> harmless) {
    return answer(what, future.thenApply(nothing -> true), harmless) != null;
  }

  /** The broker's answer; null for a failure that the caller has said is harmless. */
  private static <T> @Nullable T answer(
      String what, KafkaFuture<T> future, @Nullable Class<? extends Exception> harmless) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (harmless != null && harmless.isInstance(cause)) {
        return null;
      }
      throw failure(what, cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(what, e);
    }
  }

  private static IllegalStateException failure(String what, Throwable cause) {
    return new IllegalStateException(
        "cannot %s: %s"
            .formatted(
                what,
                KafkaTrouble.words(
                    cause,
                    FailureWords.of(cause)
                        + "; check bootstrap.servers, the broker's log and the replication factor")),
        cause);
  }
}
