package io.wattune.sinks.influx;

import io.wattune.schemas.failure.FailureWords;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a sink stands in its topics: what is written and not yet committed. Used by one thread. */
final class SinkOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(SinkOffsets.class);
  private static final Duration COMMIT = Duration.ofSeconds(10);

  private final Consumer<byte[], byte[]> consumer;
  private final SinkCounts counts;
  private final Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();

  SinkOffsets(Consumer<byte[], byte[]> consumer, SinkCounts counts) {
    this.consumer = consumer;
    this.counts = counts;
  }

  /** The store has everything before these offsets. */
  void written(Map<TopicPartition, OffsetAndMetadata> offsets) {
    uncommitted.putAll(offsets);
  }

  /** The partitions have gone elsewhere. */
  void forget() {
    uncommitted.clear();
  }

  /** Commits what is written. */
  void commit() {
    uncommitted.keySet().retainAll(consumer.assignment());
    if (uncommitted.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(Map.copyOf(uncommitted), COMMIT);
      uncommitted.clear();
    } catch (CommitFailedException e) {
      LOG.info("the partitions have gone elsewhere, where their points are written again");
      uncommitted.clear();
    } catch (RebalanceInProgressException | RetriableException e) {
      LOG.debug("offsets are committed later", e);
    }
  }

  /** No offset yet, or the broker has deleted what was to be read next. */
  void startOver(InvalidOffsetException failure) {
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(failure.partitions());
    if (failure instanceof OffsetOutOfRangeException outOfRange) {
      outOfRange
          .offsetOutOfRangePartitions()
          .forEach(
              (partition, wanted) -> {
                long expired = Math.max(0, beginnings.getOrDefault(partition, wanted) - wanted);
                counts.recordsExpired.inc(expired);
                LOG.warn(
                    "{} records of {} were deleted by the broker before they were read; keep the"
                        + " topic longer than the store may be away",
                    expired,
                    partition);
              });
    }
    beginnings.forEach(consumer::seek);
  }

  /** Where the topics end now; empty where the broker does not say in time. */
  Map<TopicPartition, Long> ends(Duration atMost) {
    try {
      return consumer.endOffsets(consumer.assignment(), atMost);
    } catch (KafkaException e) {
      LOG.warn(
          "cannot ask where the topics end; what has been read is written: {}", FailureWords.of(e));
      return Map.of();
    }
  }

  /** Whether everything before these offsets has been read, as far as it is still this sink's. */
  boolean hasReached(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .filter(end -> consumer.assignment().contains(end.getKey()))
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** Records in the topics that have not been read, as far as the consumer knows. */
  long unreadRecords() {
    long lag = 0;
    for (TopicPartition partition : consumer.assignment()) {
      lag += consumer.currentLag(partition).orElse(0);
    }
    return lag;
  }
}
