package io.wattune.collectors.spool;

import io.wattune.kafka.KafkaTrouble;
import io.wattune.schemas.failure.FailureWords;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * One producer's life: what was sent with it, in order, until it is confirmed. When something goes
 * wrong the whole link is given up, so that no record can overtake one that has to be sent again.
 * For the sender's thread; only {@link Delivery} is touched by the producer's.
 */
final class Link {

  /** A record that was sent. */
  static final class Delivery {
    final OutgoingRecord record;
    final @Nullable SpoolPosition position;
    private volatile boolean isAnswered;
    private volatile boolean isRefused;

    Delivery(OutgoingRecord record, @Nullable SpoolPosition position) {
      this.record = record;
      this.position = position;
    }

    /** The broker has it, or will never take it. */
    boolean isAnswered() {
      return isAnswered;
    }

    /** The broker will never take it, whoever sends it. */
    boolean isRefused() {
      return isRefused;
    }
  }

  private final Producer<String, byte[]> producer;
  private final PublisherSettings settings;
  private final Runnable onAnswer;
  private final ArrayDeque<Delivery> deliveries = new ArrayDeque<>();
  private final AtomicLong answers = new AtomicLong();
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private volatile boolean isFull;
  private long heldBytes;
  private long answersSeen;
  private long quietSinceNanos;

  /**
   * Begins a life.
   *
   * @param onAnswer called by the producer's thread when an answer is waited for: one that makes
   *     room where there was none, or an error. Others can be taken with the next records: to wake
   *     a thread for each costs more than all the rest.
   */
  Link(Producer<String, byte[]> producer, PublisherSettings settings, Runnable onAnswer) {
    this.producer = producer;
    this.settings = settings;
    this.onAnswer = onAnswer;
  }

  /** Whether one more record may be sent before others are confirmed. */
  boolean hasRoom() {
    boolean hasRoom =
        deliveries.size() < settings.unconfirmedRecords()
            && heldBytes < settings.unconfirmedBytes();
    isFull = !hasRoom;
    return hasRoom;
  }

  /**
   * Whether {@link #release} has something to hand out. Asked after {@link #hasRoom}, no answer
   * falls between the two.
   */
  boolean hasNews() {
    Delivery head = deliveries.peek();
    return head != null && head.isAnswered();
  }

  /** Sends a record; what goes wrong shows in {@link #trouble}. */
  void send(OutgoingRecord record, @Nullable SpoolPosition position, long nowNanos) {
    var delivery = new Delivery(record, position);
    if (deliveries.isEmpty()) {
      quietSinceNanos = nowNanos;
    }
    deliveries.add(delivery);
    heldBytes += record.heldBytes();
    try {
      var unused =
          producer.send(
              new ProducerRecord<>(record.topic(), record.key(), record.value()),
              (metadata, exception) -> answered(delivery, exception));
    } catch (KafkaException | IllegalStateException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void answered(Delivery delivery, @Nullable Exception exception) {
    if (exception == null || exception instanceof RecordTooLargeException) {
      delivery.isRefused = exception != null;
      delivery.isAnswered = true;
      answers.incrementAndGet();
    } else {
      failure.compareAndSet(null, exception);
    }
    if (isFull || exception != null) {
      onAnswer.run();
    }
  }

  /** Hands out, oldest first, the deliveries whose fate and whose predecessors' fates are known. */
  void release(Consumer<Delivery> to) {
    for (Delivery head = deliveries.peek();
        head != null && head.isAnswered();
        head = deliveries.peek()) {
      deliveries.remove();
      heldBytes -= head.record.heldBytes();
      to.accept(head);
    }
  }

  /** Whether something has gone wrong already: then nothing more may be sent. */
  boolean hasFailed() {
    return failure.get() != null;
  }

  /** Why the link must be given up; null while all is well. */
  @Nullable String trouble(long nowNanos) {
    Exception first = failure.get();
    if (first != null) {
      return KafkaTrouble.words(
          first, first.getClass().getSimpleName() + ": " + FailureWords.of(first));
    }
    long now = answers.get();
    if (now != answersSeen || deliveries.isEmpty()) {
      answersSeen = now;
      quietSinceNanos = nowNanos;
    } else if (nowNanos - quietSinceNanos > settings.stall().toNanos()) {
      return "no record was confirmed for " + settings.stall().toMillis() + " ms";
    }
    return null;
  }

  int unconfirmed() {
    return deliveries.size();
  }

  /** Ends the life; what was sent and is not released, in order. */
  List<Delivery> abandon() {
    producer.close(Duration.ZERO);
    return List.copyOf(deliveries);
  }
}
