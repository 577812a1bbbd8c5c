package io.wattune.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads partitions that it assigns to itself, so that any number may read the same ones: no group
 * divides them, and nothing that a broker keeps says where to begin. For one thread, but for {@link
 * #wakeup} and {@link #lagByTopic}.
 *
 * @param <K> what a key is read as
 */
public final class PartitionReader<K> implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final Consumer<K, byte[]> consumer;

  /** Takes the consumer over, and closes it in the end. */
  public PartitionReader(Consumer<K, byte[]> consumer) {
    this.consumer = consumer;
  }

  /**
   * A reader of records with names for keys. It connects when it is first used.
   *
   * @param own settings of the consumer, besides those that every one has
   */
  public static PartitionReader<String> of(KafkaAccess kafka, Map<String, ?> own) {
    return new PartitionReader<>(kafka.consumer(withDefaults(own)));
  }

  /** The same, which leaves keys as they are. */
  public static PartitionReader<byte[]> ofBytes(KafkaAccess kafka, Map<String, ?> own) {
    return new PartitionReader<>(kafka.bytesConsumer(withDefaults(own)));
  }

  private static Map<String, Object> withDefaults(Map<String, ?> own) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("auto.offset.reset", "earliest");
    settings.put("default.api.timeout.ms", "10000");
    settings.put("metadata.max.age.ms", "30000");
    settings.put("max.poll.records", "5000");
    settings.putAll(own);
    return settings;
  }

  /** The partitions of a topic, in order; none where there is no such topic. */
  public List<TopicPartition> partitions(String topic) {
    List<PartitionInfo> found = consumer.partitionsFor(topic);
    return found == null ? List.of() : partitions(found);
  }

  /** The partitions of those topics that are there and may be seen, by topic. */
  public Map<String, List<TopicPartition>> partitions(Collection<String> topics) {
    Map<String, List<TopicPartition>> found = new HashMap<>();
    consumer
        .listTopics()
        .forEach(
            (topic, partitions) -> {
              if (topics.contains(topic) && !partitions.isEmpty()) {
                found.put(topic, partitions(partitions));
              }
            });
    return found;
  }

  private static List<TopicPartition> partitions(List<PartitionInfo> found) {
    return found.stream()
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .sorted((a, b) -> Integer.compare(a.partition(), b.partition()))
        .toList();
  }

  /** What is read now. */
  public Set<TopicPartition> assigned() {
    return consumer.assignment();
  }

  /** Reads nothing more of what it reads now. */
  public void drop() {
    consumer.assign(List.of());
  }

  /** Reads these, too, from their beginnings on. */
  public void addFromBeginning(Collection<TopicPartition> more) {
    add(more);
    if (!more.isEmpty()) { // Of none a consumer takes all that it has.
      consumer.seekToBeginning(more);
    }
  }

  /** Reads these, too: what comes after this call. */
  public void addFromEnd(Collection<TopicPartition> more) {
    add(more);
    if (!more.isEmpty()) {
      consumer.seekToEnd(more);
    }
    more.forEach(consumer::position); // A seek takes effect when the position is asked for.
  }

  /** Reads these, too, from their first records of that time or later. */
  public void addFrom(Collection<TopicPartition> more, Instant since) {
    add(more);
    Map<TopicPartition, Long> times = new HashMap<>();
    more.forEach(partition -> times.put(partition, since.toEpochMilli()));
    Map<TopicPartition, Long> ends = consumer.endOffsets(more);
    Map<TopicPartition, @Nullable OffsetAndTimestamp> first = consumer.offsetsForTimes(times);
    for (TopicPartition partition : more) {
      OffsetAndTimestamp offset = first.get(partition);
      consumer.seek(partition, offset == null ? ends.getOrDefault(partition, 0L) : offset.offset());
    }
  }

  /** Reads these, too, from these offsets on. */
  public void addAt(Map<TopicPartition, Long> offsets) {
    add(offsets.keySet());
    offsets.forEach(consumer::seek);
  }

  /** Those that are read already go on where they are. */
  private void add(Collection<TopicPartition> more) {
    List<TopicPartition> all = new ArrayList<>(consumer.assignment());
    more.stream().filter(each -> !all.contains(each)).forEach(all::add);
    consumer.assign(all);
  }

  /** The offsets of the first records that are still there. */
  public Map<TopicPartition, Long> beginnings(Collection<TopicPartition> of) {
    return consumer.beginningOffsets(of);
  }

  /** The offsets that the next records will have. */
  public Map<TopicPartition, Long> ends(Collection<TopicPartition> of) {
    return consumer.endOffsets(of);
  }

  /** The offset of the record that is read next. */
  public long position(TopicPartition partition) {
    return consumer.position(partition);
  }

  /** Whether everything before these offsets was read. */
  public boolean hasReached(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** New records; waits at most so long for them. */
  public ConsumerRecords<K, byte[]> poll(Duration atMost) {
    return consumer.poll(atMost);
  }

  /**
   * Reads up to these offsets.
   *
   * @param mayGoOn asked before each poll; what ends the reading early
   * @return whether everything before them was read
   */
  public boolean readTo(
      Map<TopicPartition, Long> ends,
      BooleanSupplier mayGoOn,
      java.util.function.Consumer<ConsumerRecord<K, byte[]>> to) {
    while (!hasReached(ends)) {
      if (!mayGoOn.getAsBoolean()) {
        return false;
      }
      consumer.poll(POLL).forEach(to);
    }
    return true;
  }

  /** Records of a partition that are not read yet, as far as is known. */
  public long lag(TopicPartition partition) {
    return consumer.currentLag(partition).orElse(0);
  }

  /** Records not read yet, by topic; for any thread. */
  public Map<String, Long> lagByTopic() {
    return ConsumerLag.byTopic(consumer.metrics());
  }

  /** Shows operators how far it is, where the settings name a group; nothing is begun from it. */
  public void show(Map<TopicPartition, Long> offsets) {
    Map<TopicPartition, OffsetAndMetadata> shown = new HashMap<>();
    offsets.forEach((partition, offset) -> shown.put(partition, new OffsetAndMetadata(offset)));
    consumer.commitAsync(shown, null);
  }

  /** Ends a wait with a {@code WakeupException}; for any thread. */
  public void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }

  /** The same, within a time. */
  public void close(Duration atMost) {
    consumer.close(CloseOptions.timeout(atMost));
  }
}
