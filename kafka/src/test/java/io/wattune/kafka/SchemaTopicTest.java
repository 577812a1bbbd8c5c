package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.topics.ForeignSchema;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParser;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** What one program publishes, another finds; what a stranger publishes does no harm. */
class SchemaTopicTest {

  private static final String TOPIC = "wattune.schemas";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
  private static final long SECOND = 1_000_000_000;

  private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest");
  private long nowNanos = 17;
  private final PublishedSchemas store =
      new PublishedSchemas(() -> new PartitionReader<>(consumer), Namespace.live(), () -> nowNanos);
  private long end;

  SchemaTopicTest() {
    consumer.updatePartitions(TOPIC, List.of(new PartitionInfo(TOPIC, 0, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 0L));
  }

  @Test
  void publishesEachSchemaOnceUnderItsFingerprint() {
    var producer = producer(true);
    var publisher = new SchemaPublisher(producer, Namespace.live());

    publisher.publish(Topic.READINGS);
    publisher.publish(Topic.READINGS);
    publisher.publish(Topic.ENERGY);
    publisher.publish(Topic.SCHEMAS);

    assertThat(producer.history()).hasSize(2);
    ProducerRecord<String, byte[]> first = producer.history().get(0);
    assertThat(first.topic()).isEqualTo(TOPIC);
    Schema published = parse(new String(first.value(), StandardCharsets.UTF_8));
    long fingerprint = SchemaNormalization.parsingFingerprint64(published);
    assertThat(published.getName()).isEqualTo("ReadingBlock");
    assertThat(first.key()).matches("[0-9a-f]{16}").isEqualTo(ForeignSchema.key(fingerprint));
    assertThat(published.getDoc()).isNotBlank();
  }

  @Test
  void saysThatASchemaCouldNotBePublished() {
    var producer = producer(false);
    producer.sendException = new KafkaException("no such topic");
    var publisher = new SchemaPublisher(producer, Namespace.live());

    assertThatIllegalStateException()
        .isThrownBy(() -> publisher.publish(Topic.READINGS))
        .withMessageContaining("ReadingBlock")
        .withMessageContaining("no such topic");
  }

  @Test
  void readsTheCommittedHistoryWithoutTheTopic() {
    BundledSchemas.Version any = BundledSchemas.get().versions().get(0);

    assertThat(store.byFingerprint(any.fingerprint())).isEqualTo(any.schema());
    assertThat(consumer.assignment()).isEmpty();
  }

  @Test
  void findsWhatWasPublished() {
    Schema newer = hold("{\"name\":\"x\",\"type\":\"int\"}");
    arrives(key(newer), newer.toString());

    assertThat(store.byFingerprint(SchemaNormalization.parsingFingerprint64(newer)))
        .isEqualTo(newer);
  }

  @Test
  void looksAgainForWhatIsPublishedLater() {
    Schema first = hold("{\"name\":\"x\",\"type\":\"int\"}");
    Schema second = hold("{\"name\":\"y\",\"type\":\"int\"}");
    long wanted = SchemaNormalization.parsingFingerprint64(second);
    arrives(key(first), first.toString());
    assertThat(store.byFingerprint(wanted)).isNull();

    arrives(key(second), second.toString());

    assertThat(store.byFingerprint(wanted)).isEqualTo(second);
    assertThat(store.byFingerprint(SchemaNormalization.parsingFingerprint64(first)))
        .isEqualTo(first);
  }

  @Test
  void looksOnlyOnceASecondUnderAFloodOfUnknownFingerprints() {
    for (long fingerprint = 1; fingerprint <= 1000; fingerprint++) {
      assertThat(store.byFingerprint(fingerprint)).isNull();
    }
    Schema newer = hold("{\"name\":\"x\",\"type\":\"int\"}");
    long wanted = SchemaNormalization.parsingFingerprint64(newer);
    arrives(key(newer), newer.toString());

    assertThat(store.byFingerprint(wanted)).as("no look is left").isNull();
    nowNanos += SECOND;
    assertThat(store.byFingerprint(wanted)).isEqualTo(newer);
  }

  @Test
  void refusesWhatIsNotASchemaOfOurs() {
    Schema good = hold("{\"name\":\"x\",\"type\":\"int\"}");
    String nested = "{\"type\":\"array\",\"items\":".repeat(900) + "\"int\"" + "}".repeat(900);
    arrives("not a key", good.toString());
    arrives("0000000000000000", good.toString());
    arrives(key(good), "{");
    arrives(key(good), "\"int\"");
    arrives(null, good.toString());
    arrives(key(good), "x".repeat(ForeignSchema.LONGEST_BYTES + 1));
    arrives(key(good), "[".repeat(30_000));
    Schema deep = hold("{\"name\":\"x\",\"type\":" + nested + "}");
    arrives(key(deep), deep.toString());
    Schema stranger = parse("{\"type\":\"record\",\"name\":\"Hold\",\"fields\":[]}");
    arrives(key(stranger), stranger.toString());
    Schema busy = doubling();
    arrives(key(busy), busy.toString());
    Schema endless = hold("{\"name\":\"x\",\"type\":[\"null\",\"Hold\"]}");
    arrives(key(endless), endless.toString());
    arrives(key(good), good.toString());

    assertThat(store.byFingerprint(SchemaNormalization.parsingFingerprint64(good))).isEqualTo(good);
    for (Schema refused : List.of(parse("\"int\""), deep, stranger, busy, endless)) {
      assertThat(store.byFingerprint(SchemaNormalization.parsingFingerprint64(refused))).isNull();
    }
  }

  @Test
  void aBrokerThatFailsIsAskedAgain() {
    Schema good = hold("{\"name\":\"x\",\"type\":\"int\"}");
    arrives(key(good), good.toString());
    consumer.setOffsetsException(new KafkaException("no leader"));
    long wanted = SchemaNormalization.parsingFingerprint64(good);

    assertThat(store.byFingerprint(wanted)).isNull();
    assertThat(store.byFingerprint(wanted)).isEqualTo(good);
  }

  @Test
  void aTopicThatIsNotThereYetIsLookedForAgain() {
    consumer.updatePartitions(TOPIC, List.of());
    Schema good = hold("{\"name\":\"x\",\"type\":\"int\"}");
    long wanted = SchemaNormalization.parsingFingerprint64(good);
    assertThat(store.byFingerprint(wanted)).isNull();

    consumer.updatePartitions(TOPIC, List.of(new PartitionInfo(TOPIC, 0, null, null, null)));
    arrives(key(good), good.toString());

    assertThat(store.byFingerprint(wanted)).isEqualTo(good);
  }

  private void arrives(String key, String value) {
    long offset = end++;
    consumer.updateEndOffsets(Map.of(PARTITION, end));
    consumer.schedulePollTask(
        () ->
            consumer.addRecord(
                new ConsumerRecord<>(
                    TOPIC, 0, offset, key, value.getBytes(StandardCharsets.UTF_8))));
  }

  private static MockProducer<String, byte[]> producer(boolean autoComplete) {
    return new MockProducer<>(
        autoComplete, null, new StringSerializer(), new ByteArraySerializer());
  }

  private static String key(Schema schema) {
    return ForeignSchema.key(SchemaNormalization.parsingFingerprint64(schema));
  }

  private static Schema hold(String fields) {
    return parse(
        "{\"type\":\"record\",\"name\":\"Hold\",\"namespace\":\"io.wattune.schemas.avro\",\"fields\":["
            + fields
            + "]}");
  }

  /** Each record holds the one before twice: 2^30 parts in a few lines. */
  private static Schema doubling() {
    var type = new StringBuilder("{\"type\":\"record\",\"name\":\"R0\",\"fields\":[]}");
    for (int i = 1; i <= 30; i++) {
      type.insert(
              0,
              "{\"type\":\"record\",\"name\":\"R" + i + "\",\"fields\":[{\"name\":\"a\",\"type\":")
          .append("},{\"name\":\"b\",\"type\":\"R" + (i - 1) + "\"}]}");
    }
    return hold("{\"name\":\"x\",\"type\":" + type + "}");
  }

  private static Schema parse(String json) {
    return new SchemaParser().parse((CharSequence) json).mainSchema();
  }
}
