package io.wattune.launcher.control;

import io.wattune.kafka.KafkaAccess;
import io.wattune.launcher.CommandFailedException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads topics to where they ended when the reading began, without a consumer group. */
final class TopicScan implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  /** Without any record for so long the broker is not about to send one. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final KafkaConsumer<String, byte[]> consumer;

  TopicScan(KafkaAccess kafka) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("auto.offset.reset", "earliest");
    settings.put("fetch.max.wait.ms", "50");
    settings.put("max.poll.records", "5000");
    settings.put("default.api.timeout.ms", "10000");
    consumer = kafka.consumer(settings);
  }

  /**
   * Reads one topic.
   *
   * @param since records before are passed over; null for all of them
   */
  void read(String topic, @Nullable Instant since, Consumer<ConsumerRecord<String, byte[]>> to)
      throws CommandFailedException {
    List<PartitionInfo> found = consumer.partitionsFor(topic);
    if (found == null || found.isEmpty()) {
      throw CommandFailedException.failed(
          "there is no topic " + topic + " on this broker; has a pipeline ever run there?");
    }
    List<TopicPartition> partitions =
        found.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    seek(partitions, ends, since);
    long lastNanos = System.nanoTime();
    while (isBefore(ends)) {
      var records = consumer.poll(POLL);
      records.forEach(to);
      if (!records.isEmpty()) {
        lastNanos = System.nanoTime();
      } else if (System.nanoTime() - lastNanos > PATIENCE.toNanos()) {
        throw CommandFailedException.failed(
            "the broker does not send what is in topic " + topic + "; see its log");
      }
    }
  }

  /**
   * Reads one topic, for a limited time.
   *
   * @return whether all of it was read; false where there is no such topic
   */
  boolean readFor(
      String topic, Instant since, Duration limit, Consumer<ConsumerRecord<String, byte[]>> to) {
    List<PartitionInfo> found = consumer.partitionsFor(topic);
    if (found == null || found.isEmpty()) {
      return false;
    }
    List<TopicPartition> partitions =
        found.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    seek(partitions, ends, since);
    long beginNanos = System.nanoTime();
    while (isBefore(ends)) {
      if (System.nanoTime() - beginNanos > limit.toNanos()) {
        return false;
      }
      consumer.poll(POLL).forEach(to);
    }
    return true;
  }

  private boolean isBefore(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
  }

  private void seek(
      List<TopicPartition> partitions, Map<TopicPartition, Long> ends, @Nullable Instant since) {
    if (since == null) {
      consumer.seekToBeginning(partitions);
      return;
    }
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, since.toEpochMilli()));
    Map<TopicPartition, @Nullable OffsetAndTimestamp> first = consumer.offsetsForTimes(times);
    for (TopicPartition partition : partitions) {
      OffsetAndTimestamp offset = first.get(partition);
      consumer.seek(partition, offset == null ? ends.getOrDefault(partition, 0L) : offset.offset());
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
