package io.wattune.kafka;

import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a record stands.
 *
 * @param partition partition of its topic
 * @param offset its number there
 * @param timeMillis when it was sent
 */
public record RecordPlace(TopicPartition partition, long offset, long timeMillis) {
  static RecordPlace of(ConsumerRecord<?, ?> record) {
    return new RecordPlace(
        new TopicPartition(record.topic(), record.partition()),
        record.offset(),
        record.timestamp());
  }

  @Override
  public String toString() {
    return "record %s of %s, sent at %s"
        .formatted(offset, partition, Instant.ofEpochMilli(timeMillis));
  }
}
