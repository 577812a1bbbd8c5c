package io.wattune.sinks.influx;

import io.wattune.kafka.SchemaPublisher;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Sends rejects to their topic, whose schema is published before the first of them. */
final class KafkaRejects implements RejectSender {
  private final Producer<String, byte[]> producer;
  private final SchemaPublisher publisher;
  private final String topic;
  private final RejectCodec codec = new RejectCodec();

  /** Takes the producer over. */
  KafkaRejects(Producer<String, byte[]> producer, Namespace namespace) {
    this.producer = producer;
    this.publisher = new SchemaPublisher(producer, namespace);
    this.topic = namespace.topic(Topic.REJECTS);
  }

  @Override
  public void send(List<KeyedReject> rejects) throws IOException {
    try {
      publisher.publish(Topic.REJECTS);
      List<Future<?>> answers = new ArrayList<>();
      for (KeyedReject reject : rejects) {
        byte[] value = codec.encode(reject.datum());
        answers.add(producer.send(new ProducerRecord<>(topic, text(reject.key()), value)));
      }
      for (Future<?> answer : answers) {
        answer.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unsent(e);
    } catch (ExecutionException | KafkaException | IllegalStateException e) {
      throw unsent(e);
    }
  }

  private IOException unsent(Exception cause) {
    return new IOException("topic " + topic + " takes no rejects: " + cause, cause);
  }

  private static @Nullable String text(byte @Nullable [] key) {
    return key == null ? null : RejectedDatum.key(new String(key, StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    producer.close();
  }
}
