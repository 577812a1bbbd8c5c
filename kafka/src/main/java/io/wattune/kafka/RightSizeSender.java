package io.wattune.kafka;

import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.schemas.codec.RightSizeTableCodec;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Sends right-size tables, and returns when the broker has them. They are rare. */
public final class RightSizeSender {
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "acks", "all",
          "max.block.ms", "10000",
          "request.timeout.ms", "10000",
          "delivery.timeout.ms", "15000");

  private final KafkaAccess kafka;
  private final Namespace namespace;

  public RightSizeSender(KafkaAccess kafka, Namespace namespace) {
    this.kafka = kafka;
    this.namespace = namespace;
  }

  /**
   * Sends a table in place of the one that is there.
   *
   * @param key with what it is signed; null for nothing, which only nodes without keys believe
   * @throws IOException where the broker may not have it
   */
  public void send(RightSizeTable table, @Nullable SigningKey key) throws IOException {
    try (var producer = kafka.producer(SETTINGS)) {
      String topic = namespace.topic(Topic.RIGHT_SIZES);
      new SchemaPublisher(producer, namespace).publish(Topic.RIGHT_SIZES);
      var record =
          new ProducerRecord<>(topic, table.key(), new RightSizeTableCodec().encode(table));
      if (key != null) {
        key.headers(new ClusterTopic(kafka.clusterId(), topic), record.key(), record.value())
            .forEach(record.headers()::add);
      }
      producer.send(record).get();
    } catch (ExecutionException e) {
      throw failed(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(e);
    } catch (KafkaException | IllegalStateException | IllegalArgumentException e) {
      throw failed(e);
    }
  }

  private static IOException failed(Throwable cause) {
    return new IOException(
        "the broker did not take the table, so that an earlier one may stand: "
            + KafkaTrouble.line(cause),
        cause);
  }
}
