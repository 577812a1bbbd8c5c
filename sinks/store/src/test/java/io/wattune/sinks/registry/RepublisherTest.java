package io.wattune.sinks.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.http.HealthStatus;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real broker, with a stand-in of a registry. */
@Tag("long")
class RepublisherTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int RECORDS = 40;
  private static final int OUR_HEADER = 10;
  private static final int ITS_HEADER = 5;

  private static EmbeddedBroker broker;
  private static Admin admin;

  private final HostileRecords random = new HostileRecords(1);
  private final List<HostileRecords.Sent> sent = new ArrayList<>();

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.startTemporary();
    admin = broker.access().admin(Map.of());
  }

  @AfterAll
  static void stop() {
    admin.close();
    broker.close();
  }

  @Test
  void eachRecordIsThereOnceWhateverWasAwayMeanwhile() throws Exception {
    Namespace namespace = Namespace.replay("once");
    new TopicCreator(admin, 1).createMissing(namespace, topic -> 3);
    try (var registry = new StandInRegistry(2)) {
      send(namespace, Topic.ENERGY, RECORDS);
      sendRaw(namespace, Topic.ENERGY, "odd", new byte[] {1, 2, 3});
      try (var first = new Running(options(namespace, "copies", registry.address()))) {
        first.awaitCopied(RECORDS);
        assertThat(first.republisher.progress().leftOut.get()).isEqualTo(1);
      }
      send(namespace, Topic.ENERGY, RECORDS);
      sendRaw(namespace, Topic.ENERGY, "gone", null);
      try (var second = new Running(options(namespace, "copies", registry.address()))) {
        second.awaitCopied(RECORDS + 1);
        assertThat(second.republisher.progress().leftOut.get()).isZero();
      }

      List<ConsumerRecord<byte[], byte[]>> copies = read("copies.energy");
      assertThat(copies).hasSize(2 * RECORDS + 1);
      assertThat(copies.stream().filter(copy -> copy.value() == null)).hasSize(1);
      List<JsonNode> read = new ArrayList<>();
      for (ConsumerRecord<byte[], byte[]> copy : copies) {
        if (copy.value() != null) {
          ByteBuffer value = ByteBuffer.wrap(copy.value());
          assertThat(value.get()).isZero();
          read.add(record(registry.schema(value.getInt()), copy.value(), ITS_HEADER));
        }
      }
      Schema schema = Topic.ENERGY.recordSchema().orElseThrow();
      List<JsonNode> expected = new ArrayList<>();
      for (HostileRecords.Sent each : sent) {
        expected.add(record(schema, each.value(), OUR_HEADER));
      }
      assertThat(read).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(new HashSet<>(copies.stream().map(ConsumerRecord::partition).toList()))
          .as("partitions as in the topic")
          .hasSizeGreaterThan(1);
      assertThat(registry.subjects()).containsOnlyKeys("copies.energy-value");
    }
  }

  /** While it waits /health says for what, and afterwards that all is well. */
  @Test
  void healthSaysWhatItWaitsFor() throws Exception {
    Namespace namespace = Namespace.replay("health");
    new TopicCreator(admin, 1).createMissing(namespace, topic -> 1);
    send(namespace, Topic.ENERGY, 1);
    URI address;
    try (var registry = new StandInRegistry(0)) {
      address = registry.address();
    }
    try (var running = new Running(options(namespace, "health", address))) {
      var probe = running.republisher.progress();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(probe.checks())
                      .singleElement()
                      .satisfies(
                          check -> {
                            assertThat(check.status()).isEqualTo(HealthStatus.DEGRADED);
                            assertThat(check.detail())
                                .startsWith(
                                    "waits for the schema registry, see its log; 0 records");
                          }));
      try (var registry = new StandInRegistry(address)) {
        running.awaitCopied(1);
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(probe.checks())
                        .singleElement()
                        .satisfies(
                            check -> {
                              assertThat(check.status()).isEqualTo(HealthStatus.UP);
                              assertThat(check.detail())
                                  .startsWith("1 records put out once more, 0 wait, 0 left out");
                            }));
        assertThat(registry.subjects()).hasSize(1);
      }
    }
  }

  @Test
  void aRegistryThatRefusesEndsIt() throws Exception {
    Namespace namespace = Namespace.replay("refused");
    new TopicCreator(admin, 1).createMissing(namespace, topic -> 1);
    send(namespace, Topic.ENERGY, 1);
    try (var registry = new StandInRegistry(0)) {
      var republisher =
          new Republisher(
              new RepublishOptions(
                  broker.access(),
                  namespace,
                  List.of(Topic.ENERGY),
                  "refused",
                  registry.address(),
                  ""));

      assertThatThrownBy(republisher::run)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("answers POST /subjects/refused.energy-value/versions with 401")
          .hasMessageContaining("--registry-login");
    }
  }

  /** Copies stand at the partition of their original: it would wait for one for ever. */
  @Test
  void aTopicWithTooFewPartitionsIsSaid() throws Exception {
    Namespace namespace = Namespace.replay("narrow");
    new TopicCreator(admin, 1).createMissing(namespace, topic -> 3);
    admin.createTopics(List.of(new NewTopic("narrow.energy", 2, (short) 1))).all().get();
    var republisher =
        new Republisher(options(namespace, "narrow", URI.create("http://127.0.0.1:1")));

    assertThatThrownBy(republisher::run)
        .isInstanceOf(KafkaException.class)
        .hasMessage(
            "topic narrow.energy has 2 partitions and "
                + namespace.topic(Topic.ENERGY)
                + " 3: give it as many, with kafka-topics.sh --alter --topic narrow.energy"
                + " --partitions 3");
  }

  /** One that runs, and is stopped at the end. */
  private static final class Running implements AutoCloseable {
    private final Republisher republisher;
    private final CompletableFuture<Void> run;

    Running(RepublishOptions options) {
      republisher = new Republisher(options);
      run =
          CompletableFuture.runAsync(
              () -> {
                try {
                  republisher.run();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
    }

    void awaitCopied(int records) {
      await()
          .atMost(PATIENCE)
          .failFast(() -> run.isCompletedExceptionally())
          .until(() -> republisher.progress().copied.get() == records);
    }

    @Override
    public void close() throws Exception {
      republisher.close();
      run.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static RepublishOptions options(Namespace namespace, String prefix, URI registry) {
    return new RepublishOptions(
        broker.access(), namespace, List.of(Topic.ENERGY), prefix, registry, StandInRegistry.LOGIN);
  }

  private static JsonNode record(Schema schema, byte[] value, int from) throws IOException {
    // As JSON: a schema of ours says which Java class a text is, and one from a registry does not.
    return MAPPER.readTree(
        new GenericDatumReader<>(schema)
            .read(null, DecoderFactory.get().binaryDecoder(value, from, value.length - from, null))
            .toString());
  }

  private void send(Namespace namespace, Topic topic, int records) throws Exception {
    for (int i = 0; i < records; i++) {
      HostileRecords.Sent record = random.random(topic);
      sent.add(record);
      sendRaw(namespace, topic, record.key(), record.value());
    }
  }

  private static void sendRaw(Namespace namespace, Topic topic, String key, byte[] value)
      throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(namespace.topic(topic), key, value)).get();
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        broker.access().bytesConsumer(Map.of("isolation.level", "read_committed"))) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(read::add);
      }
    }
    return read;
  }
}
