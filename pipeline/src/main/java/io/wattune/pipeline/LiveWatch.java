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
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the pipeline puts out, from the moment it is opened, and hands it over. One consumer
 * for all topics, since each asks the broker twice a second even where nothing comes. One thread of
 * its own; closing stops it.
 */
public final class LiveWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private final PartitionReader<byte[]> reader;

  /** What is done with a record, by its topic. */
  private final Map<String, Consumer<ConsumerRecord<byte[], byte[]>>> steps = new HashMap<>();

  private final Worker worker = Worker.once("live-watch", this::run);
  private volatile @Nullable RuntimeException failure;

  /** A watch over live topics, which are named before it starts. */
  public LiveWatch(KafkaAccess kafka) {
    reader = PartitionReader.ofBytes(kafka, settings());
  }

  /** Opens a watch that hands over what comes from now on. */
  static LiveWatch open(KafkaAccess kafka, LiveTally tally) {
    LiveWatch watch = new LiveWatch(kafka);
    watch.read(Topic.ENERGY, new LedgerEntryCodec(), tally::entry);
    watch.read(Topic.POWER, new PowerBlockCodec(), tally::power);
    watch.read(Topic.DECISIONS, new DecisionCodec(), tally::decision);
    watch.read(Topic.ACTUATIONS, new ActuationCodec(), tally::actuation);
    watch.read(Topic.DEVICES, new DeviceDescriptorCodec(), tally::device);
    watch.read(Topic.PROFILES, new SensorProfileCodec(), tally::profile);
    watch.read(Topic.COUNTERS, new CounterReadingCodec(), tally::counters);
    watch.read(Topic.REJECTS, new RejectCodec(), tally::reject);
    watch.start();
    return watch;
  }

  private static Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>(FetchSettings.UNHURRIED);
    // Energy is written in transactions; of one that was aborted nothing must be counted.
    settings.put("isolation.level", "read_committed");
    settings.put("check.crcs", "false");
    return settings;
  }

  /** Hands over what comes to a topic from now on. */
  public <C> void read(Topic topic, RecordCodec<C> codec, Consumer<? super C> receiver) {
    readTimed(topic, codec, (value, millis) -> receiver.accept(value));
  }

  /** The same with the record's time, in epoch milliseconds. */
  public <C> void readTimed(
      Topic topic, RecordCodec<C> codec, ObjLongConsumer<? super C> receiver) {
    String name = Namespace.live().topic(topic);
    reader.addFromEnd(reader.partitions(name));
    steps.put(
        name, record -> receiver.accept(TopicReader.decoded(record, codec), record.timestamp()));
  }

  /** Begins, once all topics are named. */
  public void start() {
    worker.start();
  }

  /** Throws what has stopped it, if anything has. */
  public void check() {
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
