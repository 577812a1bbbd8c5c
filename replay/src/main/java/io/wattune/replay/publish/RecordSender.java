package io.wattune.replay.publish;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Sends records without waiting for each, and turns the first failure of any of them into one
 * error: at the next send, or at the flush at the latest.
 */
final class RecordSender {
  private record Failure(String topic, Exception cause) {}

  private final Producer<String, byte[]> producer;
  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();

  RecordSender(Producer<String, byte[]> producer) {
    this.producer = producer;
  }

  void send(String topic, String key, byte[] value) throws EngineException, InterruptedException {
    throwFailure();
    var record = new ProducerRecord<>(topic, key, value);
    try {
      var unused =
          producer.send(
              record,
              (metadata, exception) -> {
                if (exception != null) {
                  failure.compareAndSet(null, new Failure(topic, exception));
                }
              });
    } catch (InterruptException e) {
      throw interrupted();
    } catch (KafkaException | IllegalStateException e) {
      failure.compareAndSet(null, new Failure(topic, e));
      throwFailure();
    }
  }

  /** Returns when everything sent so far is acknowledged. */
  void flush() throws EngineException, InterruptedException {
    try {
      producer.flush();
    } catch (InterruptException e) {
      throw interrupted();
    } catch (KafkaException | IllegalStateException e) {
      failure.compareAndSet(null, new Failure("(flush)", e));
    }
    throwFailure();
  }

  private void throwFailure() throws EngineException {
    Failure first = failure.get();
    if (first != null) {
      throw EngineException.failed(
          "cannot write to topic '%s': %s: "
                  .formatted(first.topic(), first.cause().getClass().getSimpleName())
              + FailureWords.of(first.cause())
              + "; check that the broker runs and the topic exists, then start the replay again",
          first.cause());
    }
  }

  /** Kafka's exception has set the interrupt flag; ours says it instead. */
  private static InterruptedException interrupted() {
    boolean unused = Thread.interrupted();
    return new InterruptedException("interrupted while sending records");
  }
}
