package io.wattune.launcher.readback;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.UndecodableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads one topic from its beginning, without a consumer group.
 *
 * @param <C> the value that a record stands for
 */
public final class TopicReader<C> implements AutoCloseable {
  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final RecordCodec<C> codec;
  private final Map<TopicPartition, RecordPlace> newest = new HashMap<>();

  /** Takes the consumer over, and closes it in the end; stands at the topic's beginning. */
  TopicReader(Consumer<byte[], byte[]> consumer, String topic, RecordCodec<C> codec) {
    this.consumer = consumer;
    this.codec = codec;
    this.partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** What receives the values. */
  @FunctionalInterface
  public interface Receiver<C> {
    void accept(C value);
  }

  /** What receives the values, and where they stood. */
  @FunctionalInterface
  interface PlacedReceiver<C> {
    void accept(C value, RecordPlace place);
  }

  /** Opens a consumer for {@code topic}. */
  public static <C> TopicReader<C> open(
      KafkaAccess kafka, String topic, boolean onlyCommitted, RecordCodec<C> codec) {
    return open(kafka, topic, onlyCommitted, codec, Map.of());
  }

  private static <C> TopicReader<C> open(
      KafkaAccess kafka,
      String topic,
      boolean onlyCommitted,
      RecordCodec<C> codec,
      Map<String, String> more) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("isolation.level", onlyCommitted ? "read_committed" : "read_uncommitted");
    settings.put("auto.offset.reset", "earliest");
    settings.put("fetch.max.wait.ms", "50");
    settings.put("max.poll.records", "5000");
    settings.put("check.crcs", "false");
    settings.putAll(more);
    return new TopicReader<>(kafka.bytesConsumer(settings), topic, codec);
  }

  /**
   * Opens a consumer for what comes to {@code topic} from now on. It asks the broker for many
   * records at once, so that looking on costs little.
   */
  public static <C> TopicReader<C> openAtEnd(
      KafkaAccess kafka, String topic, boolean onlyCommitted, RecordCodec<C> codec) {
    TopicReader<C> reader =
        open(
            kafka,
            topic,
            onlyCommitted,
            codec,
            Map.of("fetch.min.bytes", "65536", "fetch.max.wait.ms", "500"));
    reader.consumer.seekToEnd(reader.partitions);
    // A seek takes effect when the position is asked for: what is sent after this call is read.
    reader.partitions.forEach(reader.consumer::position);
    return reader;
  }

  /** Waits at most so long for records; returns how many came. */
  public int poll(Duration atMost, Receiver<? super C> receiver) {
    return pollPlaced(atMost, (value, place) -> receiver.accept(value));
  }

  /** The same, with the records' places. */
  int pollPlaced(Duration atMost, PlacedReceiver<? super C> receiver) {
    int records = 0;
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(atMost)) {
      RecordPlace place = RecordPlace.of(record);
      RecordPlace before = newest.put(place.partition(), place);
      if (before != null && before.offset() >= place.offset()) {
        throw new IllegalStateException(
            "the consumer went back: " + place + ", came after " + before);
      }
      receiver.accept(decode(record), place);
      records++;
    }
    return records;
  }

  /** Reads until nothing is left of what was there when the call began. */
  public void readToEnd(Duration step, Receiver<? super C> receiver) {
    readToEndPlaced(step, (value, place) -> receiver.accept(value));
  }

  /** The same, with the records' places. */
  void readToEndPlaced(Duration step, PlacedReceiver<? super C> receiver) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      pollPlaced(step, receiver);
    }
  }

  private C decode(ConsumerRecord<byte[], byte[]> record) {
    try {
      return codec.decode(record.value());
    } catch (UndecodableException e) {
      throw new IllegalStateException(
          RecordPlace.of(record)
              + ", which Wattune itself wrote, cannot be read: "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
