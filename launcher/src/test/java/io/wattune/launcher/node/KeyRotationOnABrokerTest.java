package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.decision.Actuation;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testkit.FaultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A key is replaced as docs/safety.md says, with writer and guardian as processes. */
@Tag("long")
@EnabledOnOs({OS.LINUX, OS.MAC})
class KeyRotationOnABrokerTest {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final int OFTEN = 20;
  private static final String APPLIED = "ok";

  @TempDir Path folder;
  private final SigningKey old = SigningKey.generate();
  private final SigningKey next = SigningKey.generate();
  private EmbeddedBroker broker;
  private Controls controls;
  private NodeOnDisk node;
  private CommandProcess guardian;
  private CommandProcess writer;
  private int sent;

  @BeforeEach
  void start() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
    }
    controls = new Controls(broker.bootstrapServers());
    node = NodeOnDisk.make(folder, "n1", broker.bootstrapServers(), keys(old));
    guardian = CommandProcess.startOn(NodeClassPath.text(), "guardian", node.file().toString());
    writer = CommandProcess.startOn(NodeClassPath.text(), "writer", node.file().toString());
    await()
        .atMost(START)
        .until(
            () ->
                writer.hasSaid("a guardian watches")
                    && writer.hasSaid("decisions are read")
                    && writer.hasSaid("tuning may begin"));
  }

  @AfterEach
  void stop() throws Exception {
    writer.close();
    guardian.close();
    controls.close();
    broker.close();
  }

  @Test
  void oneKeyFollowsAnotherWhileADeviceIsTuned() throws Exception {
    assertThat(reason(old)).isEqualTo(APPLIED);
    assertThat(node.settings()).containsExactly(600L, 1_400L);
    FileTime touched = touched();

    String one = Files.readString(node.file());
    String both = one.replace(keys(old), keys(old, next));
    Files.writeString(node.file(), both.substring(0, both.length() / 2)); // A careless editor.
    await().atMost(SOON).until(() -> writer.hasSaid("the keys stay as they were"));
    assertThat(reason(old)).as("with half a file").isEqualTo(APPLIED);
    replace(both);
    awaitReason(next, APPLIED, "unknown-key", old);
    for (int i = 0; i < OFTEN; i++) {
      assertThat(reason(old)).isEqualTo(APPLIED);
      assertThat(reason(next)).isEqualTo(APPLIED);
    }

    replace(one.replace(keys(old), keys(next)));
    awaitReason(old, "stale-key", APPLIED, next);
    for (int i = 0; i < OFTEN; i++) {
      assertThat(reason(next)).isEqualTo(APPLIED);
      assertThat(reason(old)).isEqualTo("stale-key");
    }

    assertThat(touched()).as("the device was never written to").isEqualTo(touched);
    assertThat(node.settings()).containsExactly(600L, 1_400L);
    writer.signal("TERM");
    assertThat(writer.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(writer.process().exitValue()).as(() -> "" + writer.lines()).isZero();
    assertThat(node.isAtOwnSettings()).isTrue();
    FaultTable.add(
        "a controller's key is replaced while a device is tuned",
        "the new one listed beside the old one, then alone; in between half a file is written;"
            + " decisions with both keys all the while",
        "new one believed from then on, old one until it is taken out, then refused as stale-key;"
            + " the device is not touched",
        "as expected",
        "nothing was written");
  }

  /** Until a key's decisions are answered so; before they are otherwise, and another's are good. */
  private void awaitReason(SigningKey key, String wanted, String before, SigningKey good)
      throws Exception {
    long deadline = System.nanoTime() + SOON.toNanos();
    String reason = reason(key);
    while (!reason.equals(wanted)) {
      assertThat(reason).isEqualTo(before);
      assertThat(reason(good)).as("no gap").isEqualTo(APPLIED);
      assertThat(System.nanoTime()).as(() -> "in time: " + writer.lines()).isLessThan(deadline);
      reason = reason(key);
    }
  }

  /** What a decision that is signed with a key is answered with: each has one answer. */
  private String reason(SigningKey key) throws Exception {
    int number = sent++;
    controls.decide(Controls.decision("n1", 1, sent, Controls.nowNanos(), 20_000, 600), key);
    Actuation answer = controls.number(number, SOON);
    return answer.reason();
  }

  private void replace(String content) throws Exception {
    Path beside = Files.writeString(folder.resolve("n1.json.new"), content);
    Files.move(beside, node.file(), StandardCopyOption.ATOMIC_MOVE);
  }

  private FileTime touched() throws Exception {
    return Files.getLastModifiedTime(folder.resolve("n1/G1/controls/core.clock"));
  }

  private static String keys(SigningKey... listed) {
    return Stream.of(listed)
        .map(key -> "{\"id\": \"%s\", \"publicKey\": \"%s\"}".formatted(key.id(), key.publicKey()))
        .collect(Collectors.joining(",", "\"keys\": [", "],"));
  }
}
