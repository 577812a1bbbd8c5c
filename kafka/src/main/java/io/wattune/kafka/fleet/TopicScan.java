package io.wattune.kafka.fleet;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PartitionReader;
import io.wattune.schemas.failure.EngineException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads topics to where they ended when the reading began, without a consumer group. */
final class TopicScan implements AutoCloseable {
  /** Without any record for so long the broker is not about to send one. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final PartitionReader<String> reader;

  TopicScan(KafkaAccess kafka) {
    reader = PartitionReader.of(kafka, Map.of("fetch.max.wait.ms", "50"));
  }

  /**
   * Reads one topic.
   *
   * @param since records before are passed over; null for all of them
   */
  void read(String topic, @Nullable Instant since, Consumer<ConsumerRecord<String, byte[]>> to)
      throws EngineException {
    List<TopicPartition> partitions = begin(topic, since);
    if (partitions.isEmpty()) {
      throw EngineException.failed(
          "there is no topic " + topic + " on this broker; has a pipeline ever run there?");
    }
    var lastNanos = new AtomicLong(System.nanoTime());
    boolean isWhole =
        reader.readTo(
            reader.ends(partitions),
            () -> System.nanoTime() - lastNanos.get() <= PATIENCE.toNanos(),
            record -> {
              to.accept(record);
              lastNanos.set(System.nanoTime());
            });
    if (!isWhole) {
      throw EngineException.failed(
          "the broker does not send what is in topic " + topic + "; see its log");
    }
  }

  /**
   * Reads one topic, for a limited time.
   *
   * @return whether all of it was read; false where there is no such topic
   */
  boolean readFor(
      String topic, Instant since, Duration limit, Consumer<ConsumerRecord<String, byte[]>> to) {
    List<TopicPartition> partitions = begin(topic, since);
    long beginNanos = System.nanoTime();
    return !partitions.isEmpty()
        && reader.readTo(
            reader.ends(partitions), () -> System.nanoTime() - beginNanos <= limit.toNanos(), to);
  }

  private List<TopicPartition> begin(String topic, @Nullable Instant since) {
    List<TopicPartition> partitions = reader.partitions(topic);
    reader.drop();
    if (since == null) {
      reader.addFromBeginning(partitions);
    } else {
      reader.addFrom(partitions, since);
    }
    return partitions;
  }

  @Override
  public void close() {
    reader.close();
  }
}
