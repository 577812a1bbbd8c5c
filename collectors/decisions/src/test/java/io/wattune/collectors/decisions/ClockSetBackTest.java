package io.wattune.collectors.decisions;

import static io.wattune.collectors.decisions.HostileNode.CLUSTER;
import static io.wattune.collectors.decisions.HostileNode.NODE;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.writer.NodeSetter;
import io.wattune.collectors.writer.WriterStatus;
import io.wattune.core.Quality;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.lease.Holds;
import io.wattune.core.lease.LeaseTime;
import io.wattune.core.lease.Obstacle;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SigningKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who sets the node's clock back and starts its writer again (root alone may, or whoever answers
 * for its time servers) brings no key back, and no decision that he has recorded.
 */
class ClockSetBackTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long THEN = nanos("2026-03-01T12:00:00Z");
  private static final long NOW = nanos("2026-11-26T12:00:00Z");

  private final SigningKey expired = SigningKey.generate();
  private final SigningKey valid = SigningKey.generate();
  private final List<String> came = new ArrayList<>();
  private NodeConfig config;
  private NodeIntake node;
  private DecisionIntake intake;
  private long wallNanos = NOW;

  @TempDir Path folder;

  @BeforeEach
  void start() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("node.json"),
            """
            {"node": "n1", "stateFolder": "state", "bootstrapServers": "localhost:1",
             "devices": [{"uuid": "G1", "kind": "simulated", "settings": {"registers": "g1.registers"}}],
             "tuning": {"isOn": true, "requiresGuardian": false, "keys": [
               {"id": "%s", "publicKey": "%s", "validUntil": "2026-06-01T00:00:00Z"},
               {"id": "%s", "publicKey": "%s"}], "controls": []}}
            """
                .formatted(expired.id(), expired.publicKey(), valid.id(), valid.publicKey()));
    Files.createDirectories(folder.resolve("state"));
    config = NodeFile.read(file);
    open();
  }

  /** The writer's next life. */
  private void open() {
    node = new NodeIntake(config, new Setter(), new NodeFolder(folder.resolve("state")));
    intake =
        new DecisionIntake(
            Map.of(NODE, node),
            new DecisionCodec(),
            () -> new LeaseTime(wallNanos, 0),
            rejected -> {});
  }

  @Test
  void aKeyThatHasCometoItsEndStaysSo() {
    take(decided(THEN, expired));
    assertThat(came).containsExactly("stale-key");

    wallNanos = THEN;
    open();
    take(decided(THEN, expired));
    assertThat(came).as("nothing newer was ever seen").endsWith("obeyed");

    wallNanos = NOW;
    take(decided(NOW, valid));
    wallNanos = THEN;
    take(decided(THEN, expired));
    assertThat(came).as("in the same life").endsWith("obeyed", "stale-key");
    open();
    take(decided(THEN, expired));
    assertThat(came).as("in the next one").endsWith("stale-key", "stale-key");
  }

  @Test
  void whatWasRecordedOfAValidKeyIsNotObeyedAgain() {
    take(decided(NOW, valid));
    wallNanos = THEN;
    open();

    take(decided(THEN, valid));
    take(signed(new Decision.Claim(NODE, THEN / 1_000_000, "fine", THEN), valid));
    assertThat(came).containsExactly("obeyed", "lease-over", "lease-over");
    take(decided(NOW + SECOND, valid));
    assertThat(came).as("the right controller's").endsWith("obeyed");
  }

  @Test
  void settingsOfAHoldThatIsOverAreNotInForceAgain() {
    take(decided(NOW, valid));
    wallNanos = THEN;
    open();
    var book = new HoldBook(List.of(NODE));
    Configuration slow = Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, 600));
    Hold hold =
        new Hold("h", HoldScope.DEVICE, "n1/G1", THEN, THEN + 600 * SECOND, "me", "why", false)
            .at(slow);
    byte[] value = new HoldCodec().encode(hold);
    var record = new ConsumerRecord<>("holds", 0, 0L, "h", value);
    valid.headers(new ClusterTopic(CLUSTER, "holds"), "h", value).forEach(record.headers()::add);
    book.take(record, wallNanos);

    Holds believed =
        book.believedBy(node.belief(CLUSTER, wallNanos), NODE, (of, why) -> came.add("refused"));

    assertThat(believed.settingsOn("n1/G1", THEN + SECOND)).isNull();
    assertThat(believed.on("n1/G1", THEN + SECOND)).as("held at its own settings").isNotNull();
    assertThat(new Belief(node.trust(), CLUSTER, THEN).refusal(record)).as("it is signed").isNull();
  }

  private void take(ConsumerRecord<String, byte[]> record) {
    intake.take(record, CLUSTER);
  }

  private static ConsumerRecord<String, byte[]> decided(long atNanos, SigningKey by) {
    return signed(
        new Decision.ForDevice(
            NODE,
            NODE + "/G1",
            1,
            1,
            atNanos,
            10 * SECOND,
            Configuration.EMPTY,
            List.of(),
            "test",
            "test",
            "",
            Quality.MEASURED,
            atNanos,
            null),
        by);
  }

  private static ConsumerRecord<String, byte[]> signed(Decision decision, SigningKey by) {
    return HostileNode.signed(by, decision);
  }

  private static long nanos(String time) {
    return Instant.parse(time).toEpochMilli() * 1_000_000;
  }

  /** Says what came. */
  private final class Setter implements NodeSetter {
    @Override
    public String node() {
      return NODE;
    }

    @Override
    public void decide(Decision decision) {
      came.add("obeyed");
    }

    @Override
    public void refuse(Obstacle why) {
      came.add(why.reason().code());
    }

    @Override
    public void holds(Holds newest) {}

    @Override
    public WriterStatus status() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean stop() {
      return true;
    }
  }
}
