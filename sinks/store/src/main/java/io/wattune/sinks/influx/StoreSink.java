package io.wattune.sinks.influx;

import io.wattune.kafka.ConsumerLag;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.schemas.thread.Worker;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.point.PointForm;
import io.wattune.sinks.point.PointMaker;
import io.wattune.sinks.point.PointMakers;
import io.wattune.store.address.StoreKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a namespace's topics to a time-series store, from where the sinks of its group left off,
 * until it is closed. Two threads: one reads, one writes. A store that is away holds up nothing but
 * the sink itself. Thread safe.
 */
public final class StoreSink implements AutoCloseable {
  /** Last part of the consumer group's name, or its beginning: {@code store-NAME}. */
  public static final String PART = "store";

  private static final Duration FINISH = Duration.ofSeconds(5);

  private final SinkCounts counts = new SinkCounts(this::lagByTopic);
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final ExecutorService writerThread =
      Executors.newSingleThreadExecutor(Worker.threads("store-writer"));
  private final Worker worker = Worker.once("store-sink", this::run);
  private final Consumer<byte[], byte[]> consumer;
  private final SinkLoop loop;
  private volatile @Nullable Duration draining;
  private volatile @Nullable Throwable failure;

  private StoreSink(SinkSettings settings) {
    PointStore store =
        part(
            settings.store().kind() == StoreKind.POSTGRESQL
                ? new PostgresStore(settings.store())
                : new InfluxStore(settings.store()));
    var rejects =
        part(
            new KafkaRejects(
                settings.kafka().producer(SinkClients.producer()), settings.namespace()));
    var writer = new BatchWriter(store, rejects, new Backoff(new SplittableRandom()), counts);
    var schemas = part(new PublishedSchemas(settings.kafka(), settings.namespace()));
    consumer = part(settings.kafka().bytesConsumer(SinkClients.consumer(settings)));
    Namespace namespace = settings.namespace();
    PointForm form =
        settings.store().kind().replacesPoints() ? PointForm.REVISED : PointForm.FINAL_NUMBERS;
    Map<String, PointMaker> makers = new HashMap<>();
    for (Map.Entry<Topic, PointMaker> maker : PointMakers.of(schemas, form).entrySet()) {
      makers.put(namespace.topic(maker.getKey()), maker.getValue());
    }
    loop =
        new SinkLoop(
            consumer, makers, writer, writerThread, settings.limits(), counts, System::nanoTime);
  }

  /** Starts a sink. Neither the broker nor the store need be there yet. */
  public static StoreSink start(SinkSettings settings) {
    StoreSink sink = new StoreSink(settings);
    sink.worker.start();
    return sink;
  }

  private <T extends AutoCloseable> T part(T part) {
    parts.push(part);
    return part;
  }

  /** What it has done so far. */
  public SinkCounts counts() {
    return counts;
  }

  private Map<String, Long> lagByTopic() {
    return ConsumerLag.byTopic(consumer.metrics());
  }

  /**
   * Throws what has stopped it, if anything has.
   *
   * @throws IllegalStateException with the cause
   */
  public void check() {
    Throwable stopped = failure;
    if (stopped != null) {
      throw new IllegalStateException(
          "the sink has stopped: "
              + stopped.getMessage()
              + "; its offsets are kept, start it again",
          stopped);
    }
  }

  /**
   * Waits at most so long for its end, which comes with {@link #close} or a failure.
   *
   * @return whether it has ended
   */
  public boolean awaitEnd(Duration atMost) throws InterruptedException {
    return worker.awaitEnd(atMost.toMillis());
  }

  private void run() {
    try {
      while (!worker.isClosed()) {
        loop.step();
      }
      Duration left = draining;
      if (left == null) {
        loop.finish(FINISH);
      } else {
        loop.drain(left);
      }
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = e; // Such as no memory: an end, and no good one.
      throw e;
    } finally {
      writerThread.shutdownNow();
      parts.forEach(this::closePart);
    }
  }

  private void closePart(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      if (failure == null) {
        failure = e;
      }
    }
  }

  /**
   * Stops when everything that is in the topics now has been written; at the latest after about so
   * long, and at once where the store is away. What is not written is read again by the next sink.
   */
  public void drain(Duration atMost) {
    draining = atMost;
    close();
  }

  /**
   * Stops: writes what has been read, unless the store is away, and commits it. What is not written
   * is read again by the next sink.
   */
  @Override
  public void close() {
    boolean unused = worker.close(Long.MAX_VALUE);
  }
}
