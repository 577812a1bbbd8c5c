package io.wattune.dashboard.health;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Asks the broker how long each topic is, and how far each of our groups has read. */
final class TopicWatch implements AutoCloseable {
  private static final int ANSWER_SECONDS = 10;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Namespace namespace;
  private final Admin admin;
  private final Map<Topic, Long> lastEnds = new HashMap<>();
  private long lastNanos;

  TopicWatch(KafkaAccess kafka, Namespace namespace) {
    this.namespace = namespace;
    this.admin =
        kafka.admin(
            Map.of(
                "default.api.timeout.ms", "5000",
                "request.timeout.ms", "4000"));
  }

  /**
   * Looks.
   *
   * @param newestMillis by topic: when the newest record was written, where it is known
   */
  List<TopicHealth> look(Map<Topic, Long> newestMillis)
      throws ExecutionException, TimeoutException, InterruptedException {
    Map<TopicPartition, Long> ends = ends();
    Map<String, Map<TopicPartition, OffsetAndMetadata>> groups = groups();
    long nowNanos = System.nanoTime();
    double seconds = (nowNanos - lastNanos) / NANOS_PER_SECOND;
    List<TopicHealth> found = new ArrayList<>();
    for (Topic topic : Topic.values()) {
      String name = namespace.topic(topic);
      long end =
          ends.entrySet().stream()
              .filter(each -> each.getKey().topic().equals(name))
              .mapToLong(Map.Entry::getValue)
              .sum();
      Long lastEnd = lastEnds.put(topic, end);
      found.add(
          new TopicHealth(
              topic.label(),
              perSecond(lastEnd, end, seconds),
              end,
              lags(name, ends, groups),
              newestMillis.get(topic)));
    }
    lastNanos = nowNanos;
    return found;
  }

  private static @Nullable Double perSecond(@Nullable Long lastEnd, long end, double seconds) {
    return lastEnd == null || end < lastEnd || seconds <= 0
        ? null
        : (Double) (Math.round((end - lastEnd) / seconds * 10) / 10.0);
  }

  private Map<TopicPartition, Long> ends()
      throws ExecutionException, TimeoutException, InterruptedException {
    List<String> names = new ArrayList<>();
    for (String name : admin.listTopics().names().get(ANSWER_SECONDS, TimeUnit.SECONDS)) {
      for (Topic topic : Topic.values()) {
        if (namespace.topic(topic).equals(name)) {
          names.add(name);
        }
      }
    }
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    admin
        .describeTopics(names)
        .allTopicNames()
        .get(ANSWER_SECONDS, TimeUnit.SECONDS)
        .forEach(
            (name, description) ->
                description
                    .partitions()
                    .forEach(
                        each ->
                            wanted.put(
                                new TopicPartition(name, each.partition()), OffsetSpec.latest())));
    Map<TopicPartition, Long> ends = new HashMap<>();
    Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> answers =
        admin.listOffsets(wanted).all().get(ANSWER_SECONDS, TimeUnit.SECONDS);
    answers.forEach((partition, answer) -> ends.put(partition, answer.offset()));
    return ends;
  }

  private Map<String, Map<TopicPartition, OffsetAndMetadata>> groups()
      throws ExecutionException, TimeoutException, InterruptedException {
    String prefix = namespace.prefix() + ".";
    Map<String, ListConsumerGroupOffsetsSpec> wanted = new TreeMap<>();
    for (GroupListing group : admin.listGroups().all().get(ANSWER_SECONDS, TimeUnit.SECONDS)) {
      if (group.groupId().startsWith(prefix)) {
        wanted.put(group.groupId(), new ListConsumerGroupOffsetsSpec());
      }
    }
    return wanted.isEmpty()
        ? Map.of()
        : admin.listConsumerGroupOffsets(wanted).all().get(ANSWER_SECONDS, TimeUnit.SECONDS);
  }

  private Map<String, Long> lags(
      String topic,
      Map<TopicPartition, Long> ends,
      Map<String, Map<TopicPartition, OffsetAndMetadata>> groups) {
    Map<String, Long> lags = new TreeMap<>();
    groups.forEach(
        (group, offsets) ->
            offsets.forEach(
                (partition, offset) -> {
                  Long end = ends.get(partition);
                  // A partition that was never committed has no offset at all.
                  if (partition.topic().equals(topic) && end != null && offset != null) {
                    lags.merge(
                        group.substring(namespace.prefix().length() + 1),
                        Math.max(0, end - offset.offset()),
                        Long::sum);
                  }
                }));
    return lags;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
