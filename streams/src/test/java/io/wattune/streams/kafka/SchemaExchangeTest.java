package io.wattune.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.avro.LedgerEntry;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The job's exchange of schemas on a real broker. */
class SchemaExchangeTest {

  @Tag("long")
  @Test
  void findsWhatANewerWriterPublishedAndPublishesItsOwn() throws Exception {
    Namespace namespace = Namespace.replay("schemas");
    try (var broker = EmbeddedBroker.startTemporary();
        var admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(namespace);
      var exchange = new TopicSchemaExchange(broker.access(), namespace);
      Schema newer = newer(LedgerEntry.getClassSchema());
      long fingerprint = SchemaNormalization.parsingFingerprint64(newer);
      var store = exchange.open();
      try {
        assertThat(store.byFingerprint(fingerprint)).isNull();

        exchange.publish(List.of(Topic.ENERGY));
        publish(broker, namespace, fingerprint, newer);

        assertThat(store.byFingerprint(fingerprint)).isEqualTo(newer);
        assertThat(store.byFingerprint(1)).isNull();
      } finally {
        store.close();
      }
      long written =
          admin
              .listOffsets(
                  Map.of(
                      new TopicPartition(namespace.topic(Topic.SCHEMAS), 0), OffsetSpec.latest()))
              .all()
              .get()
              .values()
              .iterator()
              .next()
              .offset();
      assertThat(written).isEqualTo(2);
    }
  }

  private static void publish(
      EmbeddedBroker broker, Namespace namespace, long fingerprint, Schema schema)
      throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      String key = String.format("%016x", fingerprint);
      byte[] json = schema.toString().getBytes(StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>(namespace.topic(Topic.SCHEMAS), key, json)).get();
    }
  }

  private static Schema newer(Schema schema) {
    String json = schema.toString();
    int end = json.lastIndexOf("]");
    return new Schema.Parser()
        .parse(
            json.substring(0, end)
                + ",{\"name\":\"later\",\"type\":\"long\",\"default\":0}"
                + json.substring(end));
  }
}
