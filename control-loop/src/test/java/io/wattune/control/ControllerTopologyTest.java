package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.http.metric.MetricTable;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SignatureHeaders;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.TrustedKey;
import io.wattune.schemas.signature.TrustedKeys;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wiring: topics, keys, the repartition topic, the global table of holds. */
class ControllerTopologyTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_000L);
  private static final ClusterTopic DECISIONS = new ClusterTopic("cluster", "wattune.decisions");
  private static final SigningKey KEY = SigningKey.generate();
  private static final SigningKey NEXT = SigningKey.generate();
  private final AtomicReference<SigningKey> key = new AtomicReference<>(KEY);
  private final ControllerOptions options =
      ControllerOptions.of(KafkaAccess.of("127.0.0.1:1"), Namespace.live(), Tuning.by("none"))
          .signedWith(node -> key.get())
          .on("cluster");
  private final ControllerCounters counters = new ControllerCounters();
  private final TopologyTestDriver driver = driver();

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void aClaimHasTheKeyOfItsNode() throws Exception {
    send(Topic.DEVICES, "n/a", Values.descriptor("n/a"));

    TestRecord<String, byte[]> claim = sent(Topic.DECISIONS).get(0);
    assertThat(claim.key()).isEqualTo("n");
    assertThat(new DecisionCodec().decode(claim.value()))
        .isEqualTo(
            new Decision.Claim("n", NOW.toEpochMilli(), "none", NOW.toEpochMilli() * 1_000_000));
  }

  @Test
  void whatANodeIsToldIsSignedAndNothingElseIs() {
    send(Topic.DEVICES, "n/a", Values.descriptor("n/a"));
    send(Topic.COUNTERS, "n/a", new byte[] {9});

    TestRecord<String, byte[]> claim = sent(Topic.DECISIONS).get(0);
    var trust =
        new TrustedKeys(true, List.of(TrustedKey.of(KEY.id(), KEY.publicKey(), 0, Long.MAX_VALUE)));
    assertThat(trust.refusal(DECISIONS, "n", claim.value(), claim.headers(), Values.SECOND))
        .isNull();
    assertThat(trust.refusal(DECISIONS, "m", claim.value(), claim.headers(), 1))
        .as("it is for its node only")
        .isNotNull();
    assertThat(sent(Topic.REJECTS).get(0).headers()).isEmpty();
  }

  @Test
  void aKeyThatIsReplacedCountsFromTheNextRecordOn() {
    send(Topic.DEVICES, "n/a", Values.descriptor("n/a"));
    key.set(NEXT);
    send(Topic.DEVICES, "m/a", Values.descriptor("m/a"));

    assertThat(sent(Topic.DECISIONS))
        .extracting(record -> record.key() + " " + keyId(record))
        .containsExactly("n " + KEY.id(), "m " + NEXT.id());
  }

  private static String keyId(TestRecord<String, byte[]> record) {
    return new String(
        record.headers().lastHeader(SignatureHeaders.KEY_ID).value(), StandardCharsets.UTF_8);
  }

  @Test
  void everyInputReachesTheTaskOfItsNode() {
    send(Topic.DEVICES, "n/a", Values.descriptor("n/a"));
    send(Topic.POWER, "n/a", Values.power("n/a", 1_000_000_000));
    send(Topic.COUNTERS, "n/a", Values.counters("n/a", 0, 0, 1_000_000_000, 5));
    send(Topic.SENSITIVITIES, "n/a", new byte[] {1});
    send(Topic.ACTUATIONS, "n", Values.claimed("n", 5));

    ControllerCounters counts = counters;
    assertThat(MetricTable.byLabel(counts.read))
        .containsOnlyKeys("devices", "power", "counters", "sensitivities", "actuations");
    assertThat(counts.used.getLongValue()).isEqualTo(4);
    assertThat(MetricTable.byLabel(counts.rejected)).containsOnlyKeys("no-single-object-marker");
  }

  @Test
  void aRejectNamesItsOriginalNotTheRepartitionTopic() throws Exception {
    send(Topic.COUNTERS, "n/a", new byte[] {9});

    TestRecord<String, byte[]> reject = sent(Topic.REJECTS).get(0);
    assertThat(reject.key()).isEqualTo("n/a");
    RejectedDatum datum = new RejectCodec().decode(reject.value());
    assertThat(datum.origin()).isEqualTo("wattune.counters");
    assertThat(datum.original()).isEqualTo(new byte[] {9});
    assertThat(datum.rejectedBy()).isEqualTo("controller");
  }

  /** Its envelope would be longer than a broker takes, and would end the thread that sends it. */
  @Test
  void aRecordThatNoneMayBeAsLargeAsIsRejectedInAShortEnvelope() throws Exception {
    byte[] large = Arrays.copyOf(Values.power("n/a", 1), 940_000);
    send(Topic.POWER, "n/a", large);
    send(Topic.POWER, "n".repeat(400_000), new byte[940_000]);
    send(Topic.DEVICES, "n/a", Values.descriptor("n/a"));

    assertThat(sent(Topic.REJECTS))
        .hasSize(2)
        .allMatch(record -> record.value().length < 80_000 && record.key().length() < 3_000);
    assertThat(MetricTable.byLabel(counters.rejected))
        .containsOnlyKeys(UndecodableException.TOO_LARGE, "no-single-object-marker");
    assertThat(counters.used.getLongValue()).isEqualTo(1);
    assertThat(
            driver.producedTopicNames().stream()
                .filter(topic -> topic.contains("repartition"))
                .flatMap(
                    topic ->
                        driver
                            .createOutputTopic(
                                topic, new StringDeserializer(), new ByteArrayDeserializer())
                            .readRecordsToList()
                            .stream()))
        .allMatch(
            record ->
                record.value().length < RecordLimits.MOST_BYTES + 10_000
                    && record.key().length() < 3_000);
  }

  @Test
  void aRecordWithoutAKeyIsRejectedNotLost() {
    send(Topic.POWER, null, Values.power("n/a", 1));

    assertThat(sent(Topic.REJECTS)).hasSize(1);
    assertThat(MetricTable.byLabel(counters.rejected)).containsOnlyKeys("no-key");
  }

  @Test
  void holdsAreObeyedByTheControllersClock() {
    send(Topic.DEVICES, "n/a", Values.descriptor("n/a"));
    long from = NOW.toEpochMilli() * 1_000_000;
    var hold = new Hold("h", HoldScope.NODE, "n", from, from + 10 * Values.SECOND, "op", "", false);
    send(Topic.HOLDS, "h", new HoldCodec().encode(hold));

    send(Topic.POWER, "n/a", Values.power("n/a", 1));
    assertThat(counters.held.getLongValue()).isEqualTo(1);

    driver.advanceWallClockTime(Duration.ofSeconds(10));
    send(Topic.POWER, "n/a", Values.power("n/a", 1));
    assertThat(counters.held.getLongValue()).as("it is over").isEqualTo(1);
  }

  @Test
  void aHoldThatCannotBeReadIsCountedAndTheOthersHold() {
    send(Topic.HOLDS, "torn", "no avro".getBytes(StandardCharsets.UTF_8));
    send(Topic.HOLDS, null, "no key".getBytes(StandardCharsets.UTF_8));
    var all = new Hold("h", HoldScope.ALL, "", 0, Hold.UNTIL_RELEASED, "op", "maintenance", false);
    send(Topic.HOLDS, "h", new HoldCodec().encode(all));
    send(Topic.POWER, "n/a", Values.power("n/a", 1));
    assertThat(counters.unreadableHolds.getLongValue()).isEqualTo(2);
    assertThat(counters.held.getLongValue()).isEqualTo(1);

    send(Topic.HOLDS, "h", null);
    send(Topic.POWER, "n/a", Values.power("n/a", 1));
    assertThat(counters.held.getLongValue()).as("its key was deleted").isEqualTo(1);
  }

  @Test
  void thereIsOneRepartitionTopicAndNoStoreOnDisk() {
    var description = ControllerTopology.build(options, counters).describe();

    assertThat(
            description.subtopologies().stream()
                .flatMap(each -> each.nodes().stream())
                .filter(node -> node instanceof TopologyDescription.Source)
                .filter(node -> node.toString().contains("repartition")))
        .hasSize(1);
    assertThat(description.subtopologies()).hasSize(2);
    assertThatThrownBy(() -> Class.forName("org.rocksdb.RocksDB"))
        .as("Streams must do without RocksDB, whose packages clash with Flink's")
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void anUnknownPolicyIsRefusedWithTheKnownNames() {
    assertThatThrownBy(
            () ->
                ControllerOptions.of(
                    KafkaAccess.of("127.0.0.1:1"), Namespace.live(), Tuning.by("fien")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'fien'")
        .hasMessageContaining("none");
  }

  private TopologyTestDriver driver() {
    Properties settings = options.streams().toProperties();
    return new TopologyTestDriver(ControllerTopology.build(options, counters), settings, NOW);
  }

  private void send(Topic topic, String key, byte[] value) {
    driver
        .createInputTopic(
            Namespace.live().topic(topic), new StringSerializer(), new ByteArraySerializer())
        .pipeInput(key, value, NOW);
  }

  private List<TestRecord<String, byte[]>> sent(Topic topic) {
    return driver
        .createOutputTopic(
            Namespace.live().topic(topic), new StringDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }
}
