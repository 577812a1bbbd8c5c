package io.wattune.schemas.hold;

import io.wattune.core.decision.Hold;
import io.wattune.schemas.codec.HoldCodec;
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
   * Sends holds.
   *
   * @throws IOException where the broker may not have them all
   */
  public void send(List<Hold> holds) throws IOException {
    var codec = new HoldCodec();
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      new SchemaPublisher(producer, namespace).publish(Topic.HOLDS);
      for (Hold hold : holds) {
        producer
            .send(
                new ProducerRecord<>(
                    namespace.topic(Topic.HOLDS), hold.holdId(), codec.encode(hold)))
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

  private static IOException failed(Throwable cause) {
    return new IOException(
        "the hold may not be in force, the broker did not take it: " + cause.getMessage(), cause);
  }
}
