package io.wattune.streams.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Sends records to the topic that they name. The sink also knows the topics: after a failure it
 * asks the broker for their open transactions, to end them.
 */
final class OutboundSerializer
    implements KafkaRecordSerializationSchema<OutboundRecord>, KafkaDatasetFacetProvider {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> topics;

  /** A serializer of records that go to these topics, by their full names. */
  OutboundSerializer(List<String> topics) {
    this.topics = new ArrayList<>(topics);
  }

  @Override
  public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
    return Optional.of(
        new DefaultKafkaDatasetFacet(
            DefaultKafkaDatasetIdentifier.ofTopics(topics), new Properties()));
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      OutboundRecord element, KafkaSinkContext context, @Nullable Long timestamp) {
    return new ProducerRecord<>(
        element.topic(), element.key().getBytes(StandardCharsets.UTF_8), element.value());
  }
}
