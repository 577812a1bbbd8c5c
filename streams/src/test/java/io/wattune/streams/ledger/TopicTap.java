package io.wattune.streams.ledger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads one topic from its beginning, as records come, as the controller would. */
final class TopicTap implements AutoCloseable {
  private final KafkaConsumer<String, byte[]> consumer;
  private final Deque<ConsumerRecord<String, byte[]>> waiting = new ArrayDeque<>();

  TopicTap(String bootstrapServers, String topic, int partitions) {
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(i -> new TopicPartition(topic, i)).toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  /** The value of the next record of this key; empty when none comes within the time. */
  Optional<byte[]> next(String key, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    do {
      while (!waiting.isEmpty()) {
        ConsumerRecord<String, byte[]> record = waiting.remove();
        if (record.key().equals(key)) {
          return Optional.of(record.value());
        }
      }
      consumer.poll(Duration.ofMillis(20)).forEach(waiting::add);
    } while (!waiting.isEmpty() || System.nanoTime() < deadline);
    return Optional.empty();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
