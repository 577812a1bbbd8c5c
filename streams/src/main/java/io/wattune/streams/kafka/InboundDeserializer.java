package io.wattune.streams.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/** Hands records on as bytes. */
final class InboundDeserializer implements KafkaRecordDeserializationSchema<InboundRecord> {
  private static final long serialVersionUID = 1L;
  private static final byte[] NOTHING = new byte[0];

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<InboundRecord> out) {
    byte[] key = record.key();
    byte[] value = record.value();
    out.collect(
        new InboundRecord(
            record.topic(),
            record.partition(),
            record.offset(),
            key == null ? "" : new String(key, StandardCharsets.UTF_8),
            value == null ? NOTHING : value,
            record.timestampType() == TimestampType.LOG_APPEND_TIME
                ? record.timestamp()
                : InboundRecord.NOT_BY_BROKER));
  }

  @Override
  public TypeInformation<InboundRecord> getProducedType() {
    return TypeInformation.of(InboundRecord.class);
  }
}
