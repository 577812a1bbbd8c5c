package io.wattune.dashboard.feed;

import io.wattune.kafka.FetchSettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PartitionReader;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads all partitions of some topics without a group, so that any number may read: topics that are
 * kept for ever from their beginning, others from some time ago. Topics and partitions that are
 * made later are found by looking again. Used by one thread.
 */
final class TopicTap implements AutoCloseable {
  /** What the broker has deleted meanwhile is too old for a view of now. */
  private static final Map<String, Object> SETTINGS = settings();

  private final PartitionReader<String> reader;
  private final Map<String, Topic> topics = new LinkedHashMap<>();
  private final Instant since;
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
    this.since = since;
    reader = PartitionReader.of(kafka, SETTINGS);
  }

  private static Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>(FetchSettings.UNHURRIED);
    settings.put("auto.offset.reset", "earliest");
    settings.put("isolation.level", "read_committed");
    return Map.copyOf(settings);
  }

  /** Looks for partitions that are not read yet. */
  void look() {
    Map<String, List<TopicPartition>> found = reader.partitions(topics.keySet());
    missing = topics.size() - found.size();
    Set<TopicPartition> known = reader.assigned();
    List<TopicPartition> added =
        found.values().stream()
            .flatMap(List::stream)
            .filter(each -> !known.contains(each))
            .toList();
    if (added.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> ends = reader.ends(added);
    add(added);
    goals.putAll(ends);
  }

  private void add(List<TopicPartition> added) {
    Map<TopicPartition, Long> resumed = new HashMap<>();
    List<TopicPartition> whole = new ArrayList<>();
    List<TopicPartition> recent = new ArrayList<>();
    for (TopicPartition partition : added) {
      Topic topic = topicOf(partition.topic());
      Long position = resume.get(partition);
      if (position != null) {
        resumed.put(partition, position);
      } else if (topic.isCompacted() || topic.liveRetention().isEmpty()) {
        whole.add(partition);
      } else {
        recent.add(partition);
      }
    }
    reader.addAt(resumed);
    reader.addFromBeginning(whole);
    reader.addFrom(recent, since);
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
    if (reader.assigned().isEmpty()) {
      LockSupport.parkNanos(atMost.toNanos());
      return ConsumerRecords.empty();
    }
    return reader.poll(atMost);
  }

  /** Whether all has been read that was there when it was found. */
  boolean hasCaughtUp() {
    goals.entrySet().removeIf(goal -> reader.position(goal.getKey()) >= goal.getValue());
    return goals.isEmpty() && !reader.assigned().isEmpty();
  }

  /** Topics that the broker does not have. */
  int missing() {
    return missing;
  }

  @Override
  public void close() {
    reader.close();
  }
}
