package io.wattune.collectors.decisions;

import static io.wattune.collectors.decisions.HostileNode.CLUSTER;
import static io.wattune.collectors.decisions.HostileNode.NODE;
import static io.wattune.collectors.decisions.HostileNode.core;
import static io.wattune.collectors.decisions.HostileNode.decision;
import static io.wattune.collectors.decisions.HostileNode.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.nvml.FakeNvml;
import io.wattune.collectors.writer.NodeClock;
import io.wattune.collectors.writer.Writer;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.lease.Holds;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.signature.SigningKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One key follows another while the writer runs, with a device tuned. */
@Tag("long")
class KeyRotationTest {
  private static final Holds HELD =
      new Holds(
          List.of(new Hold("h", HoldScope.NODE, NODE, 0, Hold.UNTIL_RELEASED, "me", "why", false)));

  @TempDir Path folder;
  private final SigningKey old = SigningKey.generate();
  private final SigningKey next = SigningKey.generate();
  private final List<Actuation> answers = new CopyOnWriteArrayList<>();
  private final NvidiaTarget target = new NvidiaTarget(new FakeNvml(NvidiaTarget.SCRIPT));
  private Path file;
  private Writer writer;
  private NodeIntake node;
  private DecisionIntake intake;
  private WatchedKeys keys;
  private long sequence;

  @BeforeEach
  void startWithTheOldKey() throws Exception {
    file = folder.resolve("node.json");
    replace(listing(old));
    NodeConfig config = NodeFile.read(file);
    writer = Writer.start(config.setup(), target.kinds(), NodeClock.SYSTEM, answers::add);
    writer.holds(Holds.NONE);
    node = new NodeIntake(config, writer, config.folder());
    intake =
        new DecisionIntake(
            Map.of(NODE, node), new DecisionCodec(), NodeClock.SYSTEM, rejected -> {});
    keys = new WatchedKeys(file, node);
    await().until(() -> reason(old).equals("ok"));
    assertThat(target.isAt(target.good())).isTrue();
  }

  @AfterEach
  void stop() {
    writer.stop();
  }

  @Test
  void oneKeyFollowsAnotherWithoutAGapAndTheDeviceIsNotTouched() throws Exception {
    String tuned = target.settings();
    String touched = target.trace();
    assertThat(reason(next)).isEqualTo("unknown-key");

    replace(listing(old, next));
    assertThat(reason(old)).as("before the file is looked at").isEqualTo("ok");
    keys.look();
    assertThat(Stream.of(old, next, old, next).map(this::reason)).containsOnly("ok");

    replace(listing(next));
    assertThat(reason(old)).as("before the file is looked at").isEqualTo("ok");
    keys.look();
    assertThat(reason(next)).isEqualTo("ok");
    assertThat(reason(old)).isEqualTo("stale-key");
    assertThat(reason(SigningKey.generate())).isEqualTo("unknown-key");
    assertThat(reason(next)).isEqualTo("ok");

    assertThat(target.trace()).as("nobody tried to set anything").isEqualTo(touched);
    assertThat(target.settings()).isEqualTo(tuned);
    assertThat(writer.status().devices().get("n1/G1").isTuned()).as("the lease runs").isTrue();
  }

  @Test
  void aKeyThatIsListedAgainCountsAgain() throws Exception {
    replace(listing(next));
    keys.look();
    replace(listing(next, old));
    keys.look();

    assertThat(reason(old)).isEqualTo("ok");
  }

  @Test
  void aHoldStaysWhoeverIsBelieved() throws Exception {
    writer.holds(HELD);
    await().until(() -> !target.isAt(target.good()));
    replace(listing(next));
    keys.look();

    assertThat(reason(next)).isEqualTo("held");
    assertThat(reason(old)).isEqualTo("stale-key");
    assertThat(node.trust().keys()).hasSize(1);
    assertThat(target.isAt(target.good())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "no JSON",
        "{\"node\": \"n1\"}",
        "HALF",
        "OF ANOTHER NODE",
        "A KEY UNDER ANOTHER'S ID",
        "ANOTHER KEY, AND A BOUND THAT IS WRONG",
        "WITHOUT KEYS",
        "WITHOUT TUNING",
        "NO SIGNATURE REQUIRED"
      })
  void aWrongFileNeitherAddsAKeyNorTakesOneOut(String wrong) throws Exception {
    String right = listing(next);
    String content =
        switch (wrong) {
          case "HALF" -> right.substring(0, right.length() * 2 / 3);
          case "OF ANOTHER NODE" -> right.replace("\"n1\"", "\"n2\"");
          case "A KEY UNDER ANOTHER'S ID" -> right.replace(next.id(), old.id());
          case "ANOTHER KEY, AND A BOUND THAT IS WRONG" -> right.replace("1965", "\"much\"");
          case "WITHOUT KEYS" -> right.replaceAll("(?s)\"keys\": \\[.*?\\],", "");
          case "WITHOUT TUNING" -> right.replaceAll("(?s),\\s*\"tuning\": .*", "}");
          case "NO SIGNATURE REQUIRED" ->
              right.replace("\"keys\"", "\"requiresSignature\": false, \"keys\"");
          default -> wrong;
        };

    replace(content);
    keys.look();

    assertThat(reason(old)).isEqualTo("ok");
    assertThat(reason(next)).isEqualTo("unknown-key");
    replace(right);
    keys.look();
    assertThat(reason(next)).as("the right file afterwards").isEqualTo("ok");
    assertThat(reason(old)).isEqualTo("stale-key");
  }

  @Test
  void aFileThatIsGoneForATimeChangesNothing() throws Exception {
    Files.delete(file);
    keys.look();
    assertThat(reason(old)).isEqualTo("ok");

    replace(listing(old, next));
    keys.look();

    assertThat(reason(next)).isEqualTo("ok");
  }

  @Test
  void ofAnotherFileTheKeysAloneAreTaken() throws Exception {
    replace(
        listing(old, next).replace("1965", "1100").replace("\"isOn\": true", "\"isOn\": false"));
    keys.look();

    assertThat(reason(next)).as("1200 MHz, which are above 1100").isEqualTo("ok");
  }

  @Test
  void theThreadTakesWhatWasChangedAndEnds() throws Exception {
    replace(listing(next));
    var watch = new KeyWatch();
    watch.add(folder.resolve("not-there.json"), node);
    watch.add(file, node);
    try (watch) {
      watch.start();
      await().atMost(Duration.ofSeconds(10)).until(() -> reason(next).equals("ok"));
    }
    assertThat(reason(old)).isEqualTo("stale-key");
  }

  /** What a decision that is signed with a key is answered with. */
  private String reason(SigningKey key) {
    int before = answers.size();
    intake.take(signed(key, decision(1, ++sequence, core(target.good()))), CLUSTER);
    await().atMost(Duration.ofSeconds(10)).until(() -> answers.size() > before);
    return answers.stream()
        .skip(before)
        .filter(each -> !each.reason().equals("stopped"))
        .map(Actuation::reason)
        .collect(Collectors.joining(" "));
  }

  /** As an operator should: beside it, and then in its place. */
  private void replace(String content) throws Exception {
    Path beside = Files.writeString(folder.resolve("node.json.new"), content);
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private String listing(SigningKey... listed) {
    return """
        {"node": "n1", "stateFolder": "state", "bootstrapServers": "localhost:1",
         "devices": [%s],
         "tuning": {"isOn": true, "requiresGuardian": false, "lookMillis": 0,
           "longestLeaseSeconds": 600,
           "keys": [%s],
           "controls": [{"device": "*", "tunable": "core.clock",
                         "lowest": 1000, "highest": 1965}]}}
        """
        .formatted(
            target.entry(),
            Stream.of(listed)
                .map(
                    key ->
                        "{\"id\": \"%s\", \"publicKey\": \"%s\"}"
                            .formatted(key.id(), key.publicKey()))
                .collect(Collectors.joining(",")));
  }
}
