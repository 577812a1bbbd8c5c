package io.wattune.launcher.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.Compression;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * clients/node/wattune-topics.js reads every topic of a real broker as we do. Skipped where there
 * is no Node, or it finds no kafkajs and avsc: {@code npm install kafkajs avsc}, and {@code
 * NODE_PATH} with the folder {@code node_modules}.
 */
@Tag("long")
@Timeout(180)
class NodeClientTest {
  private static final Path CLIENT = Repository.root().resolve("clients/node/wattune-topics.js");
  private static final int RECORDS = 20;
  private static final int HEADER_BYTES = 10;
  private static final long MOST_SAFE = (1L << 53) - 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path folder;

  private record Run(int exitCode, List<String> lines, String err) {}

  private record Place(String topic, long offset) {}

  @BeforeAll
  static void lookForNode() throws InterruptedException {
    assumeTrue(hasLibraries(), "there is no Node with kafkajs and avsc here; NODE_PATH says where");
  }

  private static boolean hasLibraries() throws InterruptedException {
    try {
      return new ProcessBuilder("node", "-e", "require('kafkajs'); require('avsc')")
              .directory(CLIENT.getParent().toFile())
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Of random values, by the schemas alone: what Node makes of them is what Java makes of them. */
  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"GZIP", "NONE"})
  void everyTopicIsReadAsWeReadIt(Compression compression) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1, 1, compression).createMissing(Namespace.live(), topic -> 1);
      Map<Place, JsonNode> expected = fill(broker);

      Run run = node(broker.bootstrapServers(), "--all", "--idle", "4");

      assertThat(run.exitCode()).as(run.err()).isZero();
      Map<Place, JsonNode> found = new HashMap<>();
      for (String line : run.lines()) {
        JsonNode read = MAPPER.readTree(line);
        found.put(
            new Place(read.path("topic").asText(), read.path("offset").asLong()),
            read.path("value"));
      }
      assertThat(found.keySet()).isEqualTo(expected.keySet());
      expected.forEach((place, record) -> assertSame(found.get(place), record, place.toString()));
    }
  }

  @Test
  void whatItCannotUnpackItSays() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 1);
      var unused = fill(broker);

      Run run = node(broker.bootstrapServers(), "energy", "--idle", "20");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("LZ4 compression not implemented");
    }
  }

  /** Columns by the page on packed blocks. */
  @Test
  void columnsOfABlockAreUnpacked() throws Exception {
    var block =
        new PollBlock(
            "n1/g",
            3,
            "power.draw",
            PowerUnit.MILLIWATTS,
            new long[] {1_800_000_000_000_001_000L, 1_800_000_000_010_000_000L},
            new int[] {100_000, PollBlock.MISSING},
            false);
    byte[] value = new ReadingBlockCodec().encode(block);
    Schema schema = Topic.READINGS.recordSchema().orElseThrow();
    Path script =
        Files.writeString(
            folder.resolve("s.js"),
            """
            const {Decoder, columns, plain} = require(process.argv[2]);
            const decoder = new Decoder();
            const value = Buffer.from(process.argv[4], 'hex');
            decoder.schema(Decoder.fingerprint(value), process.argv[3]);
            console.log(JSON.stringify(plain(columns(decoder.decode(value)))));
            """);
    Run run =
        run(
            script.toString(),
            CLIENT.toString(),
            schema.toString(),
            HexFormat.of().formatHex(value));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines())
        .containsExactly(
            "{\"timesNanos\":[\"1800000000000001000\",\"1800000000010000000\"],"
                + "\"power.draw\":[100000,null]}");
  }

  private static Map<Place, JsonNode> fill(EmbeddedBroker broker) throws Exception {
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
    return sent;
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

  /** A long that a double does not hold is a text there. */
  static boolean isSafe(long value) {
    return Math.abs(value) <= MOST_SAFE && value != Long.MIN_VALUE;
  }

  private Run node(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(CLIENT.toString()));
    line.addAll(List.of(words));
    return run(line.toArray(String[]::new));
  }

  private Run run(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of("node"));
    line.addAll(List.of(words));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("node has ended").isTrue();
      return new Run(process.exitValue(), Files.readAllLines(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }
}
