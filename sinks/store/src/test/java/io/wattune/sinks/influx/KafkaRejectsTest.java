package io.wattune.sinks.influx;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaRejectsTest {
  /** What a producer and a broker take at most, unless they are told otherwise. */
  private static final int LARGEST_RECORD = 1024 * 1024;

  private final MockProducer<String, byte[]> producer =
      new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
  private final KafkaRejects rejects = new KafkaRejects(producer, Namespace.live());

  /** A reject that the broker does not take would be tried for ever, and nothing after it read. */
  @Test
  void theRejectOfTheLargestRecordFitsIntoARecord() throws Exception {
    byte[] key = new byte[400_000];
    Arrays.fill(key, (byte) 0xff); // No UTF-8: three bytes each once it is text.
    var record = new ConsumerRecord<>("energy", 0, 7L, key, new byte[600_000]);

    rejects.send(List.of(Batch.reject(record, "refused-by-store", "x".repeat(900_000), 1)));

    ProducerRecord<String, byte[]> sent =
        producer.history().stream()
            .filter(each -> each.topic().equals(Namespace.live().topic(Topic.REJECTS)))
            .findFirst()
            .orElseThrow();
    int bytes = sent.key().getBytes(StandardCharsets.UTF_8).length + sent.value().length;
    assertThat(bytes).isLessThan(LARGEST_RECORD / 4);
  }
}
