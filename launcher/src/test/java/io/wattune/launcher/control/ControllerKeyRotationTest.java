package io.wattune.launcher.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.control.AnsweringNode;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.tunable.Tunable;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.kafka.TopicReader;
import io.wattune.launcher.node.CommandProcess;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testkit.FaultTable;
import io.wattune.testkit.FleetValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key is replaced as docs/safety.md says: controller, writer and guardian are processes. */
@Tag("long")
@Tag("alone")
class ControllerKeyRotationTest {
  private static final Duration LEASE = Duration.ofSeconds(6);

  /** Three processes and a broker start, on a machine that may do much else. */
  private static final Duration SOON = Duration.ofSeconds(120);

  private static final long OWN = 1000;

  @TempDir private Path folder;
  private final SigningKey old = SigningKey.generate();
  private final SigningKey next = SigningKey.generate();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<Actuation> seen = new ArrayList<>();
  private EmbeddedBroker broker;
  private AnsweringNode node;
  private TopicReader<Actuation> actuations;
  private ControlRegisters gpu;
  private CommandProcess writer;

  @BeforeEach
  void startAll() throws Exception {
    broker = keep(EmbeddedBroker.startTemporary());
    String address = broker.bootstrapServers();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 2);
    }
    node = keep(new AnsweringNode(address, Namespace.live(), "n", 1).withoutAnswers());
    actuations =
        keep(
            TopicReader.open(
                broker.access(),
                Namespace.live().topic(Topic.ACTUATIONS),
                false,
                new ActuationCodec()));
    List<Tunable> tunables = FleetValues.descriptor("n/0").tunables();
    gpu = ControlRegisters.create(folder.resolve("gpu0.registers"), "n/0", tunables);
    gpu.runs("kernel");
    node.drawsBy(device -> gpu.value(0));
    list(old);
    String file = folder.resolve("n.json").toString();
    keep(CommandProcess.start("guardian", file));
    writer = keep(CommandProcess.start("writer", file));
    // One after the other: a controller ends where a busy machine's broker does not answer soon.
    until(() -> writer.hasSaid("decisions are read"));
  }

  @AfterEach
  void stopAll() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  @Test
  void nothingIsRefusedAndTheGpuIsNotTouched() throws Exception {
    Path signingKey = folder.resolve("controller.pem");
    KeyFile.write(signingKey, old);
    CommandProcess controller = controller(signingKey);
    until(() -> gpu.value(0) < OWN);
    seen.clear();

    list(old, next);
    untilTuned(() -> writer.hasSaid("added [" + next.id() + "]"));
    Path beside = folder.resolve("new.pem");
    KeyFile.write(beside, next);
    Files.move(beside, signingKey, StandardCopyOption.ATOMIC_MOVE);
    untilTuned(() -> controller.hasSaid("signing keys taken from"));
    list(next);
    untilTuned(() -> writer.hasSaid("taken out [" + old.id() + "]"));
    int before = seen.size();
    long ends = System.nanoTime() + 2 * LEASE.toNanos(); // What was there before is over by then.
    untilTuned(() -> System.nanoTime() > ends);

    assertThat(seen.subList(before, seen.size())).as("obeyed with the new key alone").isNotEmpty();
    assertThat(seen)
        .extracting(Actuation::outcome)
        .doesNotContain(ActuationOutcome.REFUSED, ActuationOutcome.RESTORED);
    FaultTable.add(
        "a controller's key is replaced while it runs",
        "listed beside the old one, put in its place at the controller, then listed alone; a lease"
            + " of 6 s, and 12 s more",
        "no decision refused; the GPU stays tuned all the while",
        "as expected",
        "never left its lease");
  }

  private CommandProcess controller(Path signingKey) throws Exception {
    CommandProcess controller =
        keep(
            CommandProcess.start(
                "control",
                "--bootstrap",
                broker.bootstrapServers(),
                "--listen",
                "off",
                "--policy",
                "fine",
                "--lease",
                LEASE.toSeconds() + "s",
                "--tasks",
                "2",
                "--signing-key",
                signingKey.toString()));
    node.describe();
    return controller;
  }

  /**
   * Until something holds, with nothing refused and nothing restored. The policy itself measures
   * own settings now and then, to confirm what it has found.
   */
  private void untilTuned(Callable<Boolean> condition) {
    until(
        () -> {
          assertThat(seen)
              .as("obeyed all the while")
              .extracting(Actuation::outcome)
              .doesNotContain(ActuationOutcome.REFUSED, ActuationOutcome.RESTORED);
          return condition.call();
        });
  }

  /** The node goes on as time goes by, until something holds. */
  private void until(Callable<Boolean> condition) {
    try {
      await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                node.catchUp();
                actuations.poll(Duration.ofMillis(1), seen::add);
                return condition.call();
              });
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(account(), e);
    }
  }

  private String account() {
    List<String> lines = new ArrayList<>();
    lines.add("the node has answered:");
    seen.forEach(each -> lines.add(each.outcome() + " " + each.reason() + " " + each.detail()));
    for (AutoCloseable each : open) {
      if (each instanceof CommandProcess process) {
        lines.add(process.account());
      }
    }
    return String.join("\n", lines);
  }

  /** The node's file with these keys, put in its place as an operator should. */
  private void list(SigningKey... keys) throws Exception {
    String listed =
        Stream.of(keys)
            .map(
                key ->
                    "{\"id\": \"%s\", \"publicKey\": \"%s\"}".formatted(key.id(), key.publicKey()))
            .collect(Collectors.joining(", "));
    Path beside =
        Files.writeString(
            folder.resolve("n.json.new"),
            """
            {"node": "n", "stateFolder": "state", "bootstrapServers": "%s",
             "devices": [{"uuid": "0", "kind": "simulated",
                          "settings": {"registers": "gpu0.registers"}}],
             "tuning": {"isOn": true, "longestLeaseSeconds": 10, "keys": [%s], "controls": [
               {"device": "*", "tunable": "core.clock", "lowest": 300, "highest": 1000}]}}
            """
                .formatted(broker.bootstrapServers(), listed));
    Files.move(
        beside,
        folder.resolve("n.json"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private <T extends AutoCloseable> T keep(T opened) {
    open.add(opened);
    return opened;
  }
}
