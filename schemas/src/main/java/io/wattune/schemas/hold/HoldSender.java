package io.wattune.schemas.hold;

import io.wattune.core.decision.Hold;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.HoldHeader;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.SchemaPublisher;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Sends holds, and returns when the broker has them. Holds are rare: connects for each call. */
public final class HoldSender {
  private final Map<String, Object> settings;
  private final Namespace namespace;

  public HoldSender(String bootstrapServers, Namespace namespace) {
    this.settings =
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "acks", "all",
            "max.block.ms", "10000",
            "request.timeout.ms", "10000",
            "delivery.timeout.ms", "15000");
    this.namespace = namespace;
  }

  /**
   * Sends holds, which anybody may order. Of one that is released the key is deleted, so that the
   * topic does not keep all that ever were.
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
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      String topic = namespace.topic(Topic.HOLDS);
      new SchemaPublisher(producer, namespace).publish(Topic.HOLDS);
      for (Hold hold : holds) {
        producer
            .send(hold.isReleased() ? deletion(topic, hold.holdId()) : order(topic, hold, key))
            .get();
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

  /**
   * Releases holds by their ids, whatever their records are: those that cannot be read, too, and
   * those that only a node's disk has.
   *
   * @throws IOException where the broker may not have it
   */
  public void release(List<String> ids) throws IOException {
    String topic = namespace.topic(Topic.HOLDS);
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      for (String id : ids) {
        producer.send(deletion(topic, id)).get();
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

  private static ProducerRecord<String, byte[]> order(
      String topic, Hold hold, @Nullable SigningKey key) {
    byte[] value = new HoldCodec().encode(hold);
    var record = new ProducerRecord<>(topic, hold.holdId(), value);
    record.headers().add(HoldHeader.of(hold));
    if (key != null) {
      key.headers(topic, hold.holdId(), value).forEach(record.headers()::add);
    }
    return record;
  }

  @SuppressWarnings("NullAway") // Kafka deletes a key by a record without a value.
  private static ProducerRecord<String, byte[]> deletion(String topic, String id) {
    return new ProducerRecord<>(topic, id, null);
  }

  private static IOException failed(Throwable cause) {
    return new IOException(
        "the broker did not take it, so that the hold may stand as before: " + cause.getMessage(),
        cause);
  }
}
