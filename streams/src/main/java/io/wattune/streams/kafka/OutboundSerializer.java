package io.wattune.streams.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Sends records to the topic that they name. */
public final class OutboundSerializer implements KafkaRecordSerializationSchema<OutboundRecord> {
  private static final long serialVersionUID = 1L;

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      OutboundRecord element, KafkaSinkContext context, @Nullable Long timestamp) {
    return new ProducerRecord<>(
        element.topic(), element.key().getBytes(StandardCharsets.UTF_8), element.value());
  }
}
