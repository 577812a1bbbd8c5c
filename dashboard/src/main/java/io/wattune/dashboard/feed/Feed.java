package io.wattune.dashboard.feed;

import io.wattune.dashboard.state.LiveState;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.thread.Worker;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the state up to date from the topics, in a thread of its own, until it is closed. A record
 * that cannot be read is counted; a broker that is away is tried again.
 */
public final class Feed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Feed.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final KafkaAccess kafka;
  private final Namespace namespace;
  private final LiveState state;
  private final Instant since;
  private final Worker worker = Worker.once("dashboard-feed", this::run);
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong undecodable = new AtomicLong();
  private final Map<Topic, Long> newestMillis = new ConcurrentHashMap<>();

  /** Where a new connection goes on; used by the feed's thread only. */
  private final Map<TopicPartition, Long> positions = new HashMap<>();

  private volatile boolean hasCaughtUp;
  private volatile int missing;
  private volatile @Nullable String trouble = "not connected to the broker yet";

  private Feed(KafkaAccess kafka, Namespace namespace, LiveState state) {
    this.kafka = kafka;
    this.namespace = namespace;
    this.state = state;
    this.since = Instant.ofEpochMilli(state.sinceNanos() / NANOS_PER_MILLI);
  }

  /** Begins to read, from the time on that the state was made for. */
  public static Feed start(KafkaAccess kafka, Namespace namespace, LiveState state) {
    Feed feed = new Feed(kafka, namespace, state);
    feed.worker.start();
    return feed;
  }

  /** How it goes. */
  public FeedStatus status() {
    return new FeedStatus(
        read.get(), undecodable.get(), hasCaughtUp, missing, newestMillis, trouble);
  }

  private void run() {
    try {
      readUntilStopped();
    } finally {
      trouble = "the feed has ended; see the log, and start the dashboard again";
    }
  }

  private void readUntilStopped() {
    while (!worker.isClosed()) {
      try (var schemas = new PublishedSchemas(kafka, namespace)) {
        var intake = new Intake(state, schemas);
        try (TopicTap tap = tap(intake)) {
          read(tap, intake);
        }
      } catch (InterruptException e) {
        LOG.debug("the feed is being stopped", e);
      } catch (KafkaException e) {
        failed(e);
      } catch (RuntimeException e) {
        LOG.error("a defect, please report it with these lines", e);
        failed(e);
      }
    }
  }

  private void failed(RuntimeException e) {
    note(e);
    try {
      pass();
    } catch (RuntimeException defect) {
      LOG.debug("time cannot pass", defect);
    }
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private void note(RuntimeException e) {
    String words = KafkaTrouble.line(e);
    if (!words.equals(trouble)) {
      LOG.warn("the topics cannot be read, will try again: {}", words);
    }
    trouble = words;
  }

  private TopicTap tap(Intake intake) {
    return new TopicTap(kafka, namespace, intake.topics(), since, positions);
  }

  private void read(TopicTap tap, Intake intake) {
    long lookNanos = System.nanoTime();
    while (!worker.isClosed()) {
      if (System.nanoTime() - lookNanos >= 0) {
        look(tap);
        boolean isWhole = missing == 0 && trouble == null;
        lookNanos = System.nanoTime() + (isWhole ? LOOK_NANOS : LOOK_AGAIN_NANOS);
      }
      for (ConsumerRecord<String, byte[]> record : tap.poll(POLL)) {
        take(tap.topicOf(record.topic()), record, intake);
        positions.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
      }
      pass();
      hasCaughtUp = hasCaughtUp || (trouble == null && tap.hasCaughtUp());
    }
  }

  /** A broker that does not answer is looked for again; what it sends meanwhile is still read. */
  private void look(TopicTap tap) {
    try {
      tap.look();
      missing = tap.missing();
      trouble = null;
    } catch (InterruptException e) {
      throw e;
    } catch (RetriableException e) {
      note(e);
    }
  }

  private void take(Topic topic, ConsumerRecord<String, byte[]> record, Intake intake) {
    read.incrementAndGet();
    newestMillis.merge(topic, record.timestamp(), Math::max);
    try {
      intake.take(topic, record.key(), record.value(), record.timestamp());
    } catch (UndecodableException | RuntimeException e) {
      if (undecodable.getAndIncrement() == 0) {
        LOG.warn(
            "record {} of {}-{} cannot be read and is left out; more like it are only counted: {}",
            record.offset(),
            record.topic(),
            record.partition(),
            e.getMessage());
      }
    }
  }

  private void pass() {
    state.tick(System.currentTimeMillis() * NANOS_PER_MILLI);
  }

  @Override
  public void close() {
    boolean unused = worker.close(TimeUnit.SECONDS.toMillis(15));
  }
}
