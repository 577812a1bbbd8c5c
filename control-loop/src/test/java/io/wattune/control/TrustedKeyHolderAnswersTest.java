package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.metric.MetricTable;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.NodeKeys;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where keys of nodes are listed, what is not signed with them changes nothing. */
class TrustedKeyHolderAnswersTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_000L);
  private static final String CLUSTER = "cluster";
  private static final long HIGHER = NOW.toEpochMilli() + 50;
  private final SigningKey key = SigningKey.generate();
  private final SigningKey other = SigningKey.generate();
  private final ControllerCounters counters = new ControllerCounters();

  @TempDir Path folder;

  @Test
  void anAnswerThatIsNotSignedByItsNodeClaimsNothing() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("keys"), "n " + key.publicKey() + "\nm " + other.publicKey() + "\n");
    ControllerOptions options =
        ControllerOptions.of(KafkaAccess.of("127.0.0.1:1"), Namespace.live(), Tuning.by("none"))
            .believing(NodeKeys.read(file))
            .on(CLUSTER);
    try (var driver =
        new TopologyTestDriver(
            ControllerTopology.build(options, counters), options.streams().toProperties(), NOW)) {
      send(driver, Topic.DEVICES, "n/a", Values.descriptor("n/a"), null);

      send(driver, Topic.ACTUATIONS, "n", Values.claimed("n", HIGHER), null);
      send(driver, Topic.ACTUATIONS, "n", Values.claimed("n", HIGHER), other);
      assertThat(counters.outranked.getLongValue()).isZero();
      assertThat(MetricTable.byLabel(counters.rejected))
          .containsOnlyKeys("unsigned", "unknown-key")
          .containsEntry("unsigned", 1L);

      // Signed by another node for itself, but it names this one.
      send(driver, Topic.ACTUATIONS, "m", Values.claimed("n", HIGHER), other);
      assertThat(counters.outranked.getLongValue()).isZero();

      // Signed by the node on another cluster, and recorded there.
      var elsewhere = new ClusterTopic("another", Namespace.live().topic(Topic.ACTUATIONS));
      byte[] claimed = Values.claimed("n", HIGHER);
      sendWith(driver, Topic.ACTUATIONS, "n", claimed, key.headers(elsewhere, "n", claimed));
      assertThat(counters.outranked.getLongValue()).isZero();
      assertThat(MetricTable.byLabel(counters.rejected)).containsEntry("bad-signature", 1L);

      send(driver, Topic.ACTUATIONS, "n", claimed, key);
      assertThat(counters.outranked.getLongValue()).isEqualTo(1);
    }
  }

  /** Of a release before this, or without a key: as ever, where no key is listed. */
  @Test
  void withoutListedKeysEveryAnswerIsBelieved() {
    ControllerOptions options =
        ControllerOptions.of(KafkaAccess.of("127.0.0.1:1"), Namespace.live(), Tuning.by("none"));
    try (var driver =
        new TopologyTestDriver(
            ControllerTopology.build(options, counters), options.streams().toProperties(), NOW)) {
      send(driver, Topic.DEVICES, "n/a", Values.descriptor("n/a"), null);
      send(driver, Topic.ACTUATIONS, "n", Values.claimed("n", HIGHER), null);
      assertThat(counters.outranked.getLongValue()).isEqualTo(1);
    }
  }

  private static void send(
      TopologyTestDriver driver,
      Topic topic,
      String recordKey,
      byte[] value,
      @Nullable SigningKey signedWith) {
    var place = new ClusterTopic(CLUSTER, Namespace.live().topic(topic));
    sendWith(
        driver,
        topic,
        recordKey,
        value,
        signedWith == null ? List.of() : signedWith.headers(place, recordKey, value));
  }

  private static void sendWith(
      TopologyTestDriver driver,
      Topic topic,
      String recordKey,
      byte[] value,
      List<Header> headers) {
    String name = Namespace.live().topic(topic);
    driver
        .createInputTopic(name, new StringSerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(recordKey, value, new RecordHeaders(headers), NOW));
  }
}
