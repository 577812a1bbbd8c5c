package io.wattune.pipeline;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.thread.Worker;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the pipeline puts out, from the moment it is opened, and hands it to a tally. One
 * thread of its own; closing stops it.
 */
final class LiveWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);

  private final List<AutoCloseable> readers = new ArrayList<>();
  private final List<Runnable> steps = new ArrayList<>();
  private final Worker worker = Worker.once("live-watch", this::run);
  private volatile @Nullable RuntimeException failure;

  private LiveWatch() {}

  /** Opens a watch that hands over what comes from now on. */
  static LiveWatch open(KafkaAccess kafka, Namespace namespace, LiveTally tally) {
    LiveWatch watch = new LiveWatch();
    watch.read(
        TopicReader.openAtEnd(kafka, namespace.topic(Topic.ENERGY), true, new LedgerEntryCodec()),
        tally::entry);
    watch.read(
        TopicReader.openAtEnd(kafka, namespace.topic(Topic.POWER), false, new PowerBlockCodec()),
        tally::power);
    watch.read(
        TopicReader.openAtEnd(kafka, namespace.topic(Topic.DECISIONS), false, new DecisionCodec()),
        tally::decision);
    watch.read(
        TopicReader.openAtEnd(
            kafka, namespace.topic(Topic.ACTUATIONS), false, new ActuationCodec()),
        tally::actuation);
    watch.read(
        TopicReader.openAtEnd(
            kafka, namespace.topic(Topic.DEVICES), false, new DeviceDescriptorCodec()),
        tally::device);
    watch.read(
        TopicReader.openAtEnd(
            kafka, namespace.topic(Topic.PROFILES), true, new SensorProfileCodec()),
        tally::profile);
    watch.read(
        TopicReader.openAtEnd(
            kafka, namespace.topic(Topic.COUNTERS), false, new CounterReadingCodec()),
        tally::counters);
    watch.read(
        TopicReader.openAtEnd(kafka, namespace.topic(Topic.REJECTS), false, new RejectCodec()),
        tally::reject);
    watch.worker.start();
    return watch;
  }

  private <C> void read(TopicReader<C> reader, TopicReader.Receiver<? super C> receiver) {
    readers.add(reader);
    steps.add(() -> reader.poll(POLL, receiver));
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
        steps.forEach(Runnable::run);
      }
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      readers.forEach(LiveWatch::close);
    }
  }

  private static void close(AutoCloseable reader) {
    try {
      reader.close();
    } catch (Exception e) {
      throw new IllegalStateException("cannot close a reader", e);
    }
  }

  @Override
  public void close() {
    boolean unused = worker.close(5000);
  }
}
