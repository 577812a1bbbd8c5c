package io.wattune.launcher.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Random records of every topic on a broker, with their schemas, and what a client must make of
 * them.
 */
final class FilledTopics {
  private static final int RECORDS = 20;
  private static final int HEADER_BYTES = 10;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private record Place(String topic, long offset) {}

  private final Map<Place, JsonNode> sent;

  private FilledTopics(Map<Place, JsonNode> sent) {
    this.sent = Map.copyOf(sent);
  }

  /** Holds what a client has printed, a line for each record, against what was sent. */
  void assertReadBy(Client.Run run) throws IOException {
    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<Place, JsonNode> found = new HashMap<>();
    for (String line : run.lines()) {
      JsonNode read = MAPPER.readTree(line);
      var place = new Place(read.path("topic").asText(), read.path("offset").asLong());
      assertThat(found.put(place, read.path("value"))).as("%s, twice", place).isNull();
    }
    assertThat(found.keySet()).isEqualTo(sent.keySet());
    sent.forEach((place, record) -> assertSame(found.get(place), record, place.toString()));
  }

  static FilledTopics fill(EmbeddedBroker broker) throws Exception {
    Map<Place, JsonNode> sent = new HashMap<>();
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    var random = new HostileRecords(1);
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      for (Topic topic : Topic.values()) {
        Schema schema = topic.recordSchema().orElse(null);
        if (schema == null) {
          continue;
        }
        String fingerprint =
            String.format("%016x", SchemaNormalization.parsingFingerprint64(schema));
        send(
            producer,
            Topic.SCHEMAS,
            fingerprint,
            schema.toString().getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < RECORDS; i++) {
          HostileRecords.Sent record = random.random(topic);
          long offset = send(producer, topic, record.key(), record.value());
          sent.put(new Place(topic.label(), offset), json(schema, record.value()));
        }
      }
    }
    return new FilledTopics(sent);
  }

  private static long send(
      KafkaProducer<String, byte[]> producer, Topic topic, String key, byte[] value)
      throws Exception {
    return producer
        .send(new ProducerRecord<>(Namespace.live().topic(topic), key, value))
        .get()
        .offset();
  }

  private static JsonNode json(Schema schema, byte[] value) throws IOException {
    Object record =
        new GenericDatumReader<>(schema)
            .read(
                null,
                DecoderFactory.get()
                    .binaryDecoder(value, HEADER_BYTES, value.length - HEADER_BYTES, null));
    return MAPPER.valueToTree(AvroAsJson.of(record));
  }

  private static void assertSame(JsonNode found, JsonNode expected, String where) {
    if (expected.isObject()) {
      List<String> names = new ArrayList<>();
      expected.fieldNames().forEachRemaining(names::add);
      List<String> foundNames = new ArrayList<>();
      found.fieldNames().forEachRemaining(foundNames::add);
      assertThat(foundNames).as(where).containsExactlyInAnyOrderElementsOf(names);
      names.forEach(name -> assertSame(found.get(name), expected.get(name), where + "." + name));
    } else if (expected.isArray()) {
      assertThat(found.size()).as(where).isEqualTo(expected.size());
      for (int i = 0; i < expected.size(); i++) {
        assertSame(found.get(i), expected.get(i), where + "[" + i + "]");
      }
    } else if (expected.isNumber()) {
      assertThat(found.isNumber()).as("%s is %s", where, found).isTrue();
      assertThat(found.doubleValue()).as(where).isEqualTo(expected.doubleValue());
    } else {
      assertThat(found).as(where).isEqualTo(expected);
    }
  }
}
