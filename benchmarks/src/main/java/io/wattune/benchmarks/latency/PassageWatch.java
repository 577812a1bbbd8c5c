package io.wattune.benchmarks.latency;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PartitionReader;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads the topics that a decision passes, from now on; one thread of its own. */
final class PassageWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final List<Topic> TOPICS =
      List.of(Topic.READINGS, Topic.POWER, Topic.DECISIONS, Topic.ACTUATIONS);

  private final PartitionReader<byte[]> reader;
  private final Passages passages;
  private final ReadingBlockCodec blocks = new ReadingBlockCodec();
  private final PowerBlockCodec power = new PowerBlockCodec();
  private final DecisionCodec decisions = new DecisionCodec();
  private final ActuationCodec actuations = new ActuationCodec();
  private final Thread thread = new Thread(this::run, "passage-watch");
  private volatile boolean isStopping;
  private volatile @Nullable Exception failure;

  private PassageWatch(PartitionReader<byte[]> reader, Passages passages) {
    this.reader = reader;
    this.passages = passages;
  }

  /** Opens a watch; {@code passages} is its own until it is closed. */
  static PassageWatch open(KafkaAccess kafka, Passages passages) {
    PartitionReader<byte[]> reader =
        PartitionReader.ofBytes(
            kafka, Map.of("fetch.max.wait.ms", "200", "fetch.min.bytes", "65536"));
    for (Topic topic : TOPICS) {
      reader.addFromEnd(reader.partitions(Namespace.live().topic(topic)));
    }
    var watch = new PassageWatch(reader, passages);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try (reader) {
      while (!isStopping) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
          take(record);
        }
      }
    } catch (UndecodableException | RuntimeException e) {
      failure = e;
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) throws UndecodableException {
    String topic = record.topic().substring(record.topic().lastIndexOf('.') + 1);
    switch (topic) {
      case "readings" -> passages.block(blocks.decode(record.value()), record.timestamp());
      case "power" -> passages.power(power.decode(record.value()), record.timestamp());
      case "decisions" -> passages.decision(decisions.decode(record.value()));
      default -> passages.actuation(actuations.decode(record.value()));
    }
  }

  @Override
  public void close() {
    isStopping = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Exception failed = failure;
    if (failed != null) {
      throw new IllegalStateException("the watch over the topics failed", failed);
    }
  }
}
