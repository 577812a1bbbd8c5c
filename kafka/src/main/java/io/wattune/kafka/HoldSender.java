package io.wattune.kafka;

import io.wattune.core.decision.Hold;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Sends holds, and returns when the broker has them. Holds are rare: connects for each call. */
public final class HoldSender {
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "acks", "all",
          "max.block.ms", "10000",
          "request.timeout.ms", "10000",
          "delivery.timeout.ms", "15000");

  private final KafkaAccess kafka;
  private final Namespace namespace;

  public HoldSender(KafkaAccess kafka, Namespace namespace) {
    this.kafka = kafka;
    this.namespace = namespace;
  }

  /**
   * Sends holds, which anybody may order.
   *
   * @throws IOException where the broker may not have them all
   */
  public void send(List<Hold> holds) throws IOException {
    send(holds, null);
  }

  /**
   * Sends holds.
   *
   * @param key with what they are signed, for holds at settings; null for none
   * @throws IOException where the broker may not have them all
   */
  public void send(List<Hold> holds, @Nullable SigningKey key) throws IOException {
    var codec = new HoldCodec();
    try (var producer = kafka.producer(SETTINGS)) {
      new SchemaPublisher(producer, namespace).publish(Topic.HOLDS);
      for (Hold hold : holds) {
        String topic = namespace.topic(Topic.HOLDS);
        byte[] value = codec.encode(hold);
        var record = new ProducerRecord<>(topic, hold.holdId(), value);
        if (key != null) {
          key.headers(topic, hold.holdId(), value).forEach(record.headers()::add);
        }
        producer.send(record).get();
      }
    } catch (ExecutionException e) {
      throw failed(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(e);
    } catch (KafkaException | IllegalStateException e) {
      throw failed(e);
    }
  }

  private static IOException failed(Throwable cause) {
    return new IOException(
        "the hold may not be in force, the broker did not take it: " + KafkaTrouble.line(cause),
        cause);
  }
}
