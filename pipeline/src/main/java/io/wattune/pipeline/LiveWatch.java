package io.wattune.pipeline;

import io.wattune.kafka.FetchSettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PartitionReader;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.thread.Worker;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the pipeline puts out, from the moment it is opened, and hands it to a tally. One
 * consumer for all topics, since each asks the broker twice a second even where nothing comes. One
 * thread of its own; closing stops it.
 */
final class LiveWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private final PartitionReader<byte[]> reader;

  /** What is done with a record, by its topic. */
  private final Map<String, Consumer<ConsumerRecord<byte[], byte[]>>> steps = new HashMap<>();

  private final Worker worker = Worker.once("live-watch", this::run);
  private volatile @Nullable RuntimeException failure;

  private LiveWatch(PartitionReader<byte[]> reader) {
    this.reader = reader;
  }

  /** Opens a watch that hands over what comes from now on. */
  static LiveWatch open(KafkaAccess kafka, Namespace namespace, LiveTally tally) {
    LiveWatch watch = new LiveWatch(PartitionReader.ofBytes(kafka, settings()));
    watch.read(namespace.topic(Topic.ENERGY), new LedgerEntryCodec(), tally::entry);
    watch.read(namespace.topic(Topic.POWER), new PowerBlockCodec(), tally::power);
    watch.read(namespace.topic(Topic.DECISIONS), new DecisionCodec(), tally::decision);
    watch.read(namespace.topic(Topic.ACTUATIONS), new ActuationCodec(), tally::actuation);
    watch.read(namespace.topic(Topic.DEVICES), new DeviceDescriptorCodec(), tally::device);
    watch.read(namespace.topic(Topic.PROFILES), new SensorProfileCodec(), tally::profile);
    watch.read(namespace.topic(Topic.COUNTERS), new CounterReadingCodec(), tally::counters);
    watch.read(namespace.topic(Topic.REJECTS), new RejectCodec(), tally::reject);
    watch.worker.start();
    return watch;
  }

  private static Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>(FetchSettings.UNHURRIED);
    // Energy is written in transactions; of one that was aborted nothing must be counted.
    settings.put("isolation.level", "read_committed");
    settings.put("check.crcs", "false");
    return settings;
  }

  private <C> void read(String topic, RecordCodec<C> codec, Consumer<? super C> receiver) {
    List<TopicPartition> partitions = reader.partitions(topic);
    reader.addFromEnd(partitions);
    steps.put(topic, record -> receiver.accept(TopicReader.decoded(record, codec)));
  }

  /** Throws what has stopped it, if anything has. */
  void check() {
    RuntimeException stopped = failure;
    if (stopped != null) {
      throw new IllegalStateException("the watch over the topics has failed", stopped);
    }
  }

  private void run() {
    try {
      while (!worker.isClosed()) {
        reader.poll(POLL).forEach(this::take);
      }
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      reader.close();
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    Objects.requireNonNull(steps.get(record.topic())).accept(record);
  }

  @Override
  public void close() {
    boolean unused = worker.close(5000);
  }
}
