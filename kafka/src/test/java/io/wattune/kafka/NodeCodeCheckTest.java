package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.wattune.schemas.reject.RefusedValue;
import io.wattune.schemas.reject.RefusedValue.Reason;
import io.wattune.schemas.signature.NodeCode;
import io.wattune.schemas.signature.NodeCodeKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one process stamps, another believes; of nobody else. */
class NodeCodeCheckTest {
  private static final byte[] VALUE = {7, 8, 9};

  private final NodeCodeKey master = NodeCodeKey.generate();
  private final NodeCodeCheck check = check(master.text());

  @ParameterizedTest
  @EnumSource(Topic.class)
  void anotherNodesRecordsAreRefusedOnEveryTopicOfNodes(Topic topic) {
    boolean isOfNodes = NodeTopics.TOPICS.contains(topic);
    String name = Namespace.live().topic(topic);

    assertThat(read(stamped("n1", name, "n1/gpu", VALUE))).as("its own").isEqualTo(VALUE);
    assertThat(read(stamped("n1", name, "n1", VALUE))).as("its own").isEqualTo(VALUE);
    assertThat(reason(stamped("n1", name, "n2/gpu", VALUE)))
        .isEqualTo(isOfNodes ? Reason.WRONG_CODE : null);
    assertThat(reason(new ProducerRecord<>(name, "n2/gpu", VALUE)))
        .isEqualTo(isOfNodes ? Reason.NO_CODE : null);
    assertThat(reason(stamped("n1", name, "n2/gpu", null)))
        .as("a deletion")
        .isEqualTo(isOfNodes ? Reason.WRONG_CODE : null);
  }

  /** Node names are compared whole: neither a longer one nor an empty one is another's. */
  @Test
  void noOtherNameOfANodePasses() {
    String readings = Namespace.live().topic(Topic.READINGS);
    for (String key : List.of("n1x/gpu", "n/gpu", "/gpu", "", "n2", "N1/gpu", "n1\u0000/gpu")) {
      assertThat(reason(stamped("n1", readings, key, VALUE))).as(key).isEqualTo(Reason.WRONG_CODE);
    }
    assertThat(reason(new ProducerRecord<>(readings, null, VALUE))).isEqualTo(Reason.NO_CODE);
  }

  @Test
  void aCodeOfAnotherTopicOrValueOrHeaderIsWrong() {
    var record = stamped("n1", Namespace.live().topic(Topic.READINGS), "n1/gpu", VALUE);
    byte[] code = record.headers().lastHeader(NodeCode.HEADER).value();
    var moved = new ProducerRecord<>(Namespace.live().topic(Topic.COUNTERS), "n1/gpu", VALUE);
    moved.headers().add(NodeCode.HEADER, code);
    assertThat(reason(moved)).isEqualTo(Reason.WRONG_CODE);

    var altered = new ProducerRecord<>(record.topic(), "n1/gpu", new byte[] {7, 8});
    altered.headers().add(NodeCode.HEADER, code);
    assertThat(reason(altered)).isEqualTo(Reason.WRONG_CODE);

    var short15 = new ProducerRecord<>(record.topic(), "n1/gpu", VALUE);
    short15.headers().add(NodeCode.HEADER, Arrays.copyOf(code, 15));
    assertThat(reason(short15)).isEqualTo(Reason.WRONG_CODE);
    var empty = new ProducerRecord<>(record.topic(), "n1/gpu", VALUE);
    empty.headers().add(NodeCode.HEADER, null);
    assertThat(reason(empty)).isEqualTo(Reason.NO_CODE);
  }

  /** A producer that has sent a record once lets nobody change its headers. */
  @Test
  void aRecordThatIsSentOnceMoreKeepsItsCode() {
    var record = stamped("n1", Namespace.live().topic(Topic.READINGS), "n1/gpu", VALUE);
    byte[] code = record.headers().lastHeader(NodeCode.HEADER).value();
    ((RecordHeaders) record.headers()).setReadOnly();
    var stamp = new NodeCodeStamp();
    stamp.configure(Map.of(CodeProperty.KEY, master.ofNode("n1").text()));

    assertThat(stamp.onSend(record).headers().headers(NodeCode.HEADER))
        .singleElement()
        .satisfies(header -> assertThat(header.value()).isEqualTo(code));
  }

  /** What comes from files is not a node's. */
  @Test
  void aReplayNeedsNoCode() {
    String replayed = Namespace.replay("r").topic(Topic.READINGS);

    assertThat(read(new ProducerRecord<>(replayed, "n2/gpu", VALUE))).isEqualTo(VALUE);
  }

  @Test
  void oneMasterCanFollowAnother() {
    NodeCodeKey next = NodeCodeKey.generate();
    var both = check(next.text() + "," + master.text());
    String readings = Namespace.live().topic(Topic.READINGS);

    assertThat(read(both, stamped("n1", readings, "n1/gpu", VALUE))).isEqualTo(VALUE);
    assertThat(
            RefusedValue.reason(read(check(next.text()), stamped("n1", readings, "n1/gpu", VALUE))))
        .isEqualTo(Reason.WRONG_CODE);
  }

  @Test
  void whatIsBesideARefusedRecordGoesOnAndNoOffsetIsLost() {
    var partition = new TopicPartition(Namespace.live().topic(Topic.DEVICES), 0);
    var next = Map.of(partition, new OffsetAndMetadata(3));
    var good = consumed(stamped("n1", partition.topic(), "n1/gpu", VALUE), 0);
    var forged = consumed(stamped("n1", partition.topic(), "n2/gpu", VALUE), 1);
    var records =
        new ConsumerRecords<Object, byte[]>(Map.of(partition, List.of(good, forged, good)), next);

    var passed = check.onConsume(records);

    assertThat(passed.records(partition)).hasSize(3).contains(good).doesNotContain(forged);
    assertThat(passed.records(partition).get(1).offset()).isEqualTo(1);
    assertThat(passed.nextOffsets()).isEqualTo(next);
    var allGood = new ConsumerRecords<Object, byte[]>(Map.of(partition, List.of(good)), next);
    assertThat(check.onConsume(allGood)).as("nothing is copied").isSameAs(allGood);
  }

  @Test
  void everyReaderAndWriterOfAnAccessHasThem() {
    var reads = new KafkaAccess("h:1", Map.of(CodeProperty.MASTER, "${secret:/m},${secret:/old}"));
    assertThat(reads.checksNodes()).isTrue();
    assertThat(reads.readerProperties())
        .containsEntry("interceptor.classes", NodeCodeCheck.class.getName());
    var streams =
        new StreamsSettings(reads, "app", 1, 1, java.time.Duration.ofSeconds(6), null, Map.of());
    assertThat(streams.toProperties())
        .containsEntry("consumer.interceptor.classes", NodeCodeCheck.class.getName());
    assertThat(KafkaAccess.of("h:1").readerProperties()).doesNotContainKey("interceptor.classes");
    assertThat(new KafkaAccess("h:1", Map.of(CodeProperty.KEY, "${env:K}")).stampsRecords())
        .isTrue();
  }

  @Test
  void aKeyStandsInNoFileInClearAndAWrongOneIsNotShown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KafkaAccess("h:1", Map.of(CodeProperty.MASTER, master.text())))
        .withMessageContaining("in clear")
        .withMessageNotContaining(master.text());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new KafkaAccess(
                    "h:1", Map.of(CodeProperty.MASTER, "${secret:/m}," + master.text())));
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> check("nonsense"))
        .withMessageContaining(CodeProperty.MASTER)
        .withMessageNotContaining("nonsense");
  }

  private static NodeCodeCheck check(String masters) {
    var made = new NodeCodeCheck();
    made.configure(Map.of(CodeProperty.MASTER, masters));
    return made;
  }

  private ProducerRecord<String, byte[]> stamped(
      String node, String topic, String key, byte @Nullable [] value) {
    var stamp = new NodeCodeStamp();
    stamp.configure(Map.of(CodeProperty.KEY, master.ofNode(node).text()));
    return stamp.onSend(new ProducerRecord<>(topic, key, value));
  }

  private @Nullable Reason reason(ProducerRecord<String, byte[]> record) {
    byte[] value = read(record);
    return value == null ? null : RefusedValue.reason(value);
  }

  private byte @Nullable [] read(ProducerRecord<String, byte[]> record) {
    byte[] asBytes = read(check, record);
    assertThat(readNamed(record)).as("keys as names").isEqualTo(asBytes);
    return asBytes;
  }

  private byte @Nullable [] readNamed(ProducerRecord<String, byte[]> record) {
    var partition = new TopicPartition(record.topic(), 0);
    var consumed =
        new ConsumerRecord<Object, byte[]>(
            record.topic(),
            0,
            0,
            0,
            TimestampType.CREATE_TIME,
            0,
            0,
            record.key(),
            record.value(),
            record.headers(),
            Optional.empty());
    return check
        .onConsume(new ConsumerRecords<>(Map.of(partition, List.of(consumed)), Map.of()))
        .records(partition)
        .get(0)
        .value();
  }

  private static byte @Nullable [] read(NodeCodeCheck with, ProducerRecord<String, byte[]> record) {
    var partition = new TopicPartition(record.topic(), 0);
    return with.onConsume(
            new ConsumerRecords<>(Map.of(partition, List.of(consumed(record, 0))), Map.of()))
        .records(partition)
        .get(0)
        .value();
  }

  private static ConsumerRecord<Object, byte[]> consumed(
      ProducerRecord<String, byte[]> record, long offset) {
    return new ConsumerRecord<>(
        record.topic(),
        0,
        offset,
        0,
        TimestampType.CREATE_TIME,
        0,
        0,
        record.key() == null ? null : record.key().getBytes(StandardCharsets.UTF_8),
        record.value(),
        record.headers(),
        Optional.empty());
  }
}
