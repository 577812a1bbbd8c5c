package io.wattune.dashboard.feed;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads all partitions of some topics without a group, so that any number may read: topics that are
 * kept for ever from their beginning, others from some time ago. Topics and partitions that are
 * made later are found by looking again. Used by one thread.
 */
final class TopicTap implements AutoCloseable {
  private final KafkaConsumer<String, byte[]> consumer;
  private final Map<String, Topic> topics = new LinkedHashMap<>();
  private final long sinceMillis;
  private final Map<TopicPartition, Long> goals = new HashMap<>();
  private final Map<TopicPartition, Long> resume;
  private int missing;

  /**
   * Connects when it is first used.
   *
   * @param since where topics begin that are not read from their beginning
   * @param resume where partitions go on that have been read before
   */
  TopicTap(
      KafkaAccess kafka,
      Namespace namespace,
      Set<Topic> wanted,
      Instant since,
      Map<TopicPartition, Long> resume) {
    this.resume = Map.copyOf(resume);
    wanted.forEach(topic -> topics.put(namespace.topic(topic), topic));
    sinceMillis = since.toEpochMilli();
    consumer = kafka.consumer(settings());
  }

  private static Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>();
    // What the broker has deleted meanwhile is too old for a view of now.
    settings.put("auto.offset.reset", "earliest");
    settings.put("isolation.level", "read_committed");
    settings.put("max.poll.records", "5000");
    settings.put("fetch.min.bytes", "4096");
    settings.put("fetch.max.wait.ms", "100");
    settings.put("default.api.timeout.ms", "10000");
    settings.put("metadata.max.age.ms", "30000");
    return settings;
  }

  /** Looks for partitions that are not read yet. */
  void look() {
    List<TopicPartition> found = new ArrayList<>();
    missing = 0;
    Map<String, List<PartitionInfo>> all = consumer.listTopics();
    for (String topic : topics.keySet()) {
      List<PartitionInfo> partitions = all.getOrDefault(topic, List.of());
      missing += partitions.isEmpty() ? 1 : 0;
      partitions.forEach(info -> found.add(new TopicPartition(topic, info.partition())));
    }
    Set<TopicPartition> known = consumer.assignment();
    List<TopicPartition> added = found.stream().filter(each -> !known.contains(each)).toList();
    if (added.isEmpty()) {
      return;
    }
    List<TopicPartition> both = new ArrayList<>(known);
    both.addAll(added);
    Map<TopicPartition, Long> ends = consumer.endOffsets(added);
    consumer.assign(both);
    seek(added, ends);
    goals.putAll(ends);
  }

  private void seek(Collection<TopicPartition> added, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> times = new HashMap<>();
    for (TopicPartition partition : added) {
      Topic topic = topicOf(partition.topic());
      Long position = resume.get(partition);
      if (position != null) {
        consumer.seek(partition, position);
      } else if (topic.isCompacted() || topic.liveRetention().isEmpty()) {
        consumer.seekToBeginning(List.of(partition));
      } else {
        times.put(partition, sinceMillis);
      }
    }
    Map<TopicPartition, OffsetAndTimestamp> offsets = consumer.offsetsForTimes(times);
    for (TopicPartition partition : times.keySet()) {
      OffsetAndTimestamp offset = offsets.get(partition);
      consumer.seek(partition, offset == null ? ends.getOrDefault(partition, 0L) : offset.offset());
    }
  }

  Topic topicOf(String name) {
    Topic topic = topics.get(name);
    if (topic == null) {
      throw new IllegalArgumentException("topic " + name + " is not read here");
    }
    return topic;
  }

  /** New records; none, after that time, where no topic has been found yet. */
  ConsumerRecords<String, byte[]> poll(Duration atMost) {
    if (consumer.assignment().isEmpty()) {
      LockSupport.parkNanos(atMost.toNanos());
      return ConsumerRecords.empty();
    }
    return consumer.poll(atMost);
  }

  /** Whether all has been read that was there when it was found. */
  boolean hasCaughtUp() {
    goals.entrySet().removeIf(goal -> consumer.position(goal.getKey()) >= goal.getValue());
    return goals.isEmpty() && !consumer.assignment().isEmpty();
  }

  /** Topics that the broker does not have. */
  int missing() {
    return missing;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
