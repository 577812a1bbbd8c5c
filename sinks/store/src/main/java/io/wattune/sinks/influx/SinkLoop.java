package io.wattune.sinks.influx;

import io.wattune.kafka.KafkaTrouble;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.sinks.point.PointMaker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads topics into batches, hands one at a time to the writer's thread, and commits a batch's
 * offsets when it is written. While one is being written the next one fills; when that is full,
 * too, nothing is read until the writer is done, but the consumer stays in its group. So memory
 * holds two batches and one answer of the broker, and points are written in the order of their
 * partition: of the revisions of an entry, whose records have one key, the newest is written last.
 *
 * <p>Partitions are given away only when the writer has stopped with what it has of them. Used by
 * one thread.
 */
final class SinkLoop implements ConsumerRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(SinkLoop.class);
  private static final Duration POLL = Duration.ofMillis(100);

  /** How long a batch that is under way may hold up a change of the group. */
  private static final Duration HAND_OVER = Duration.ofSeconds(20);

  private static final long REFUSED_NANOS = 1_000_000_000L;
  private static final Duration WRITER_CHECK = Duration.ofMillis(100);

  private final Consumer<byte[], byte[]> consumer;
  private final SinkOffsets offsets;
  private final Map<String, PointMaker> makers;
  private final BatchWriter writer;
  private final ExecutorService writerThread;
  private final BatchLimits limits;
  private final SinkCounts counts;
  private final LongSupplier clockNanos;

  private final Deque<ConsumerRecord<byte[], byte[]>> backlog = new ArrayDeque<>();
  private Batch filling;
  private long recordsWritten;
  private String lastTrouble = "";
  private @Nullable Batch writing;
  private @Nullable Future<Boolean> written;

  /**
   * Subscribes a consumer without automatic commits and resets; the caller closes it.
   *
   * @param makers what makes points, by full topic name
   */
  SinkLoop(
      Consumer<byte[], byte[]> consumer,
      Map<String, PointMaker> makers,
      BatchWriter writer,
      ExecutorService writerThread,
      BatchLimits limits,
      SinkCounts counts,
      LongSupplier clockNanos) {
    this.consumer = consumer;
    this.offsets = new SinkOffsets(consumer, counts);
    this.makers = Map.copyOf(makers);
    this.writer = writer;
    this.writerThread = writerThread;
    this.limits = limits;
    this.counts = counts;
    this.clockNanos = clockNanos;
    this.filling = new Batch(clockNanos.getAsLong());
    consumer.subscribe(this.makers.keySet(), this);
  }

  /** One round: settle what is written, read, fill, hand over. */
  void step() {
    settle(Duration.ZERO);
    offsets.commit();
    read();
    fill();
    if (written == null && isDue()) {
      handOver();
    }
    counts.recordsUnwritten.set((double) lagRecords());
  }

  private void read() {
    try {
      poll();
      lastTrouble = "";
    } catch (RetriableException e) {
      LOG.warn("cannot read; will try again: {}", FailureWords.of(e));
    } catch (AuthenticationException | AuthorizationException e) {
      refused(e);
    }
  }

  /** Whoever has the say may grant it, and the topics keep what is not read meanwhile. */
  private void refused(KafkaException e) {
    String words = KafkaTrouble.line(e);
    if (!words.equals(lastTrouble)) {
      LOG.warn("cannot read; will try again: {}", words);
    }
    lastTrouble = words;
    LockSupport.parkNanos(REFUSED_NANOS);
  }

  /** Also a consumer that wants nothing must poll, or its group takes it for dead. */
  private void poll() {
    try {
      if (isFull()) {
        settle(WRITER_CHECK);
        consumer.pause(consumer.assignment());
        consumer.poll(Duration.ZERO).forEach(backlog::add);
      } else if (backlog.isEmpty()) {
        consumer.resume(consumer.paused());
        consumer.poll(POLL).forEach(backlog::add);
      }
    } catch (InvalidOffsetException e) {
      offsets.startOver(e);
    }
  }

  private void fill() {
    while (!backlog.isEmpty() && !isFull()) {
      ConsumerRecord<byte[], byte[]> record = backlog.remove();
      if (filling.records() == 0) {
        filling = new Batch(clockNanos.getAsLong());
      }
      int before = filling.lines().count();
      filling.add(record, Objects.requireNonNull(makers.get(record.topic())));
      counts.recordsRead.inc();
      counts.pointsMade.inc(filling.lines().count() - before);
    }
  }

  private boolean isFull() {
    return limits.isFull(filling.lines().count(), filling.records());
  }

  private boolean isDue() {
    return filling.records() > 0
        && (isFull() || filling.ageNanos(clockNanos.getAsLong()) >= limits.maxAge().toNanos());
  }

  private void handOver() {
    Batch batch = filling;
    writing = batch;
    written = writerThread.submit(() -> writer.write(batch));
    filling = new Batch(clockNanos.getAsLong());
  }

  /** Waits at most so long for the writer; remembers the offsets of what it has written. */
  private void settle(Duration atMost) {
    Future<Boolean> result = written;
    if (result == null || (atMost.isZero() && !result.isDone())) {
      return;
    }
    try {
      boolean isWritten = result.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
      if (isWritten && writing != null) {
        offsets.written(writing.offsets());
        recordsWritten += writing.records();
      }
      written = null;
      writing = null;
    } catch (TimeoutException e) {
      return; // Still at it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the writer has failed: " + e.getCause(), e.getCause());
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    LOG.debug("reads {}", partitions);
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    if (partitions.isEmpty()) {
      return;
    }
    counts.rebalances.inc();
    release(HAND_OVER);
    offsets.commit();
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    counts.rebalances.inc();
    release(HAND_OVER);
    offsets.forget();
  }

  /** Reads on to where the topics end now, where the store takes it in time, and finishes. */
  void drain(Duration atMost) {
    long deadlineNanos = clockNanos.getAsLong() + atMost.toNanos();
    Map<TopicPartition, Long> ends = offsets.ends(atMost);
    while (!counts.isUnavailable() && leftNanos(deadlineNanos) > 0) {
      step();
      if (backlog.isEmpty() && offsets.hasReached(ends)) {
        if (heldRecords() == 0) {
          break;
        }
        if (written == null) {
          handOver();
        }
      }
    }
    finish(Duration.ofNanos(Math.max(1, leftNanos(deadlineNanos))));
  }

  private long leftNanos(long deadlineNanos) {
    return deadlineNanos - clockNanos.getAsLong();
  }

  /** Writes what has been read, where the store takes it in time; commits; forgets the rest. */
  void finish(Duration atMost) {
    long deadlineNanos = clockNanos.getAsLong() + atMost.toNanos();
    long heldRecords = heldRecords() + recordsWritten;
    if (!counts.isUnavailable()) {
      settle(atMost);
      fill();
      if (written == null && filling.records() > 0) {
        handOver();
      }
    }
    release(Duration.ofNanos(Math.max(1, leftNanos(deadlineNanos))));
    offsets.commit();
    counts.recordsUnwritten.set((double) (heldRecords - recordsWritten + offsets.unreadRecords()));
  }

  /**
   * Lets the writer finish, but not wait for a store that is away; then forgets what is not
   * written: whoever has the partitions next reads it again from the committed offset. When it
   * returns, the writer is not writing.
   */
  private void release(Duration atMost) {
    if (writing != null && counts.isUnavailable()) {
      writing.abandon();
    }
    settle(atMost);
    while (writing != null && !Thread.currentThread().isInterrupted()) {
      writing.abandon();
      writer.cancel();
      settle(WRITER_CHECK);
    }
    counts.pointsReturned.inc(filling.lines().count());
    filling = new Batch(clockNanos.getAsLong());
    backlog.clear();
  }

  private long lagRecords() {
    return heldRecords() + offsets.unreadRecords();
  }

  /** Records that have been read and are not in the store. */
  private long heldRecords() {
    return backlog.size() + filling.records() + (writing == null ? 0L : writing.records());
  }
}
