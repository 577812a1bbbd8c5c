package io.wattune.kafka;

import io.wattune.core.decision.Hold;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.HoldHeader;
import io.wattune.schemas.codec.RightSizeTableCodec;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Sends what people order, holds and right-size tables, and returns when the broker has it. Orders
 * are rare: connects for each call.
 */
public final class OrderSender {
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "acks", "all",
          "max.block.ms", "10000",
          "request.timeout.ms", "10000",
          "delivery.timeout.ms", "15000");
  private static final String NO_HOLD = "it, so that the hold may stand as before";
  private static final String NO_TABLE = "the table, so that an earlier one may stand";

  private final KafkaAccess kafka;
  private final Namespace namespace;

  public OrderSender(KafkaAccess kafka, Namespace namespace) {
    this.kafka = kafka;
    this.namespace = namespace;
  }

  /**
   * Sends holds, which anybody may order. Of one that is released the key is deleted, so that the
   * topic does not keep all that ever were.
   *
   * @throws EngineException where the broker may not have them all
   */
  public void send(List<Hold> holds) throws EngineException {
    send(holds, null);
  }

  /**
   * Sends holds.
   *
   * @param key with what they are signed, for holds at settings; null for none
   * @throws EngineException where the broker may not have them all
   */
  public void send(List<Hold> holds, @Nullable SigningKey key) throws EngineException {
    deliver(
        Topic.HOLDS,
        holds.stream()
            .map(hold -> hold.isReleased() ? deletion(hold.holdId()) : order(hold))
            .toList(),
        key,
        NO_HOLD);
  }

  /**
   * Releases holds by their ids, whatever their records are: those that cannot be read, too, and
   * those that only a node's disk has.
   *
   * @throws EngineException where the broker may not have it
   */
  public void release(List<String> ids) throws EngineException {
    deliver(Topic.HOLDS, ids.stream().map(this::deletion).toList(), null, NO_HOLD);
  }

  /**
   * Sends a right-size table in place of the one that is there.
   *
   * @param key with what it is signed; null for nothing, which only nodes without keys believe
   * @throws EngineException where the broker may not have it
   */
  public void send(RightSizeTable table, @Nullable SigningKey key) throws EngineException {
    byte[] bytes;
    try {
      bytes = new RightSizeTableCodec().encode(table);
    } catch (IllegalArgumentException e) {
      throw failed(NO_TABLE, e);
    }
    String topic = namespace.topic(Topic.RIGHT_SIZES);
    var record = new ProducerRecord<>(topic, table.key(), bytes);
    deliver(Topic.RIGHT_SIZES, List.of(record), key, NO_TABLE);
  }

  private void deliver(
      Topic topic,
      List<ProducerRecord<String, byte[]>> records,
      @Nullable SigningKey key,
      String notTaken)
      throws EngineException {
    try (var producer = kafka.producer(SETTINGS)) {
      if (records.stream().anyMatch(OrderSender::hasValue)) {
        new SchemaPublisher(producer, namespace).publish(topic);
      }
      String cluster = key == null ? "" : kafka.clusterId();
      for (ProducerRecord<String, byte[]> record : records) {
        if (key != null && hasValue(record)) {
          key.headers(new ClusterTopic(cluster, record.topic()), record.key(), record.value())
              .forEach(record.headers()::add);
        }
        producer.send(record).get();
      }
    } catch (ExecutionException e) {
      throw failed(notTaken, e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(notTaken, e);
    } catch (KafkaException | IllegalStateException e) {
      throw failed(notTaken, e);
    }
  }

  private static boolean hasValue(ProducerRecord<String, byte[]> record) {
    return record.value() != null;
  }

  private ProducerRecord<String, byte[]> order(Hold hold) {
    String topic = namespace.topic(Topic.HOLDS);
    var record = new ProducerRecord<>(topic, hold.holdId(), new HoldCodec().encode(hold));
    record.headers().add(HoldHeader.of(hold));
    return record;
  }

  @SuppressWarnings("NullAway") // Kafka deletes a key by a record without a value.
  private ProducerRecord<String, byte[]> deletion(String id) {
    return new ProducerRecord<>(namespace.topic(Topic.HOLDS), id, null);
  }

  private static EngineException failed(String notTaken, Throwable cause) {
    return EngineException.failed(
        "the broker did not take " + notTaken + ": " + KafkaTrouble.line(cause), cause);
  }
}
