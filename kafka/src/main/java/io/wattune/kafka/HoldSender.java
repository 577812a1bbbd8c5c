package io.wattune.kafka;

import io.wattune.core.decision.Hold;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.HoldHeader;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
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
    try (var producer = kafka.producer(SETTINGS)) {
      String topic = namespace.topic(Topic.HOLDS);
      new SchemaPublisher(producer, namespace).publish(Topic.HOLDS);
      Function<ProducerRecord<String, byte[]>, List<Header>> signature = signature(key);
      for (Hold hold : holds) {
        producer
            .send(
                hold.isReleased() ? deletion(topic, hold.holdId()) : order(topic, hold, signature))
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
    try (var producer = kafka.producer(SETTINGS)) {
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

  /** What a record is signed with, for the cluster that it is sent to. */
  private Function<ProducerRecord<String, byte[]>, List<Header>> signature(
      @Nullable SigningKey key) {
    if (key == null) {
      return unsigned -> List.of();
    }
    String cluster = kafka.clusterId();
    return record ->
        key.headers(new ClusterTopic(cluster, record.topic()), record.key(), record.value());
  }

  private static ProducerRecord<String, byte[]> order(
      String topic, Hold hold, Function<ProducerRecord<String, byte[]>, List<Header>> signature) {
    var record = new ProducerRecord<>(topic, hold.holdId(), new HoldCodec().encode(hold));
    record.headers().add(HoldHeader.of(hold));
    signature.apply(record).forEach(record.headers()::add);
    return record;
  }

  @SuppressWarnings("NullAway") // Kafka deletes a key by a record without a value.
  private static ProducerRecord<String, byte[]> deletion(String topic, String id) {
    return new ProducerRecord<>(topic, id, null);
  }

  private static IOException failed(Throwable cause) {
    return new IOException(
        "the broker did not take it, so that the hold may stand as before: "
            + KafkaTrouble.line(cause),
        cause);
  }
}
