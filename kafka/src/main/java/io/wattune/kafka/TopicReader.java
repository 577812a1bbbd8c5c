package io.wattune.kafka;

import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.UndecodableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads one topic from its beginning, without a consumer group.
 *
 * @param <C> the value that a record stands for
 */
public final class TopicReader<C> implements AutoCloseable {
  private final PartitionReader<byte[]> reader;
  private final List<TopicPartition> partitions;
  private final RecordCodec<C> codec;
  private final Map<TopicPartition, RecordPlace> newest = new HashMap<>();

  /** Takes the reader over, and closes it in the end; it reads the topic already. */
  private TopicReader(
      PartitionReader<byte[]> reader, List<TopicPartition> partitions, RecordCodec<C> codec) {
    this.reader = reader;
    this.partitions = partitions;
    this.codec = codec;
  }

  /** Reads with this reader, which it takes over, from the topic's beginning. */
  public static <C> TopicReader<C> fromBeginning(
      PartitionReader<byte[]> reader, String topic, RecordCodec<C> codec) {
    List<TopicPartition> partitions = reader.partitions(topic);
    reader.addFromBeginning(partitions);
    return new TopicReader<>(reader, partitions, codec);
  }

  /** Opens a reader of {@code topic}. */
  public static <C> TopicReader<C> open(
      KafkaAccess kafka, String topic, boolean onlyCommitted, RecordCodec<C> codec) {
    return fromBeginning(
        reader(kafka, onlyCommitted, Map.of("fetch.max.wait.ms", "50")), topic, codec);
  }

  /**
   * Opens a reader of what comes to {@code topic} from now on. It asks the broker for many records
   * at once, so that looking on costs little.
   */
  public static <C> TopicReader<C> openAtEnd(
      KafkaAccess kafka, String topic, boolean onlyCommitted, RecordCodec<C> codec) {
    PartitionReader<byte[]> reader = reader(kafka, onlyCommitted, FetchSettings.UNHURRIED);
    List<TopicPartition> partitions = reader.partitions(topic);
    reader.addFromEnd(partitions);
    return new TopicReader<>(reader, partitions, codec);
  }

  private static PartitionReader<byte[]> reader(
      KafkaAccess kafka, boolean onlyCommitted, Map<String, String> fetching) {
    Map<String, Object> settings = new HashMap<>(fetching);
    settings.put("isolation.level", onlyCommitted ? "read_committed" : "read_uncommitted");
    settings.put("check.crcs", "false");
    return PartitionReader.ofBytes(kafka, settings);
  }

  /** Waits at most so long for records; returns how many came. */
  public int poll(Duration atMost, Consumer<? super C> receiver) {
    return pollPlaced(atMost, (value, place) -> receiver.accept(value));
  }

  /** The same, with the records' places. */
  public int pollPlaced(Duration atMost, BiConsumer<? super C, RecordPlace> receiver) {
    int records = 0;
    for (ConsumerRecord<byte[], byte[]> record : reader.poll(atMost)) {
      RecordPlace place = RecordPlace.of(record);
      RecordPlace before = newest.put(place.partition(), place);
      if (before != null && before.offset() >= place.offset()) {
        throw new IllegalStateException(
            "the consumer went back: " + place + ", came after " + before);
      }
      receiver.accept(decoded(record, codec), place);
      records++;
    }
    return records;
  }

  /** Reads until nothing is left of what was there when the call began. */
  public void readToEnd(Duration step, Consumer<? super C> receiver) {
    readToEndPlaced(step, (value, place) -> receiver.accept(value));
  }

  /** The same, with the records' places. */
  public void readToEndPlaced(Duration step, BiConsumer<? super C, RecordPlace> receiver) {
    Map<TopicPartition, Long> ends = reader.ends(partitions);
    while (!reader.hasReached(ends)) {
      pollPlaced(step, receiver);
    }
  }

  /** What a record says that Wattune itself wrote: one that cannot be read is a fault of ours. */
  public static <C> C decoded(ConsumerRecord<byte[], byte[]> record, RecordCodec<C> codec) {
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
    reader.close();
  }
}
