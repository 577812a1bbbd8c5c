package io.wattune.launcher.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.control.AnsweringNode;
import io.wattune.core.tunable.Tunable;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.node.CommandProcess;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testkit.FleetValues;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code wattune set} with controller, writer and guardian as processes, on a node that lists two
 * keys: the controller's and an operator's.
 */
@Tag("long")
class SetOnABrokerTest {
  private static final Duration LEASE = Duration.ofSeconds(6);
  private static final Duration SOON = Duration.ofSeconds(120);
  private static final long OWN = 1000;

  @TempDir private Path folder;
  private final SigningKey controllers = SigningKey.generate();
  private final SigningKey operators = SigningKey.generate();
  private final List<AutoCloseable> open = new ArrayList<>();
  private EmbeddedBroker broker;
  private AnsweringNode node;
  private ControlRegisters gpu;
  private CommandProcess controller;

  private record Run(int exitCode, String out, String err) {}

  @BeforeEach
  void startAll() throws Exception {
    broker = keep(EmbeddedBroker.startTemporary());
    String address = broker.bootstrapServers();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 2);
    }
    node = keep(new AnsweringNode(address, Namespace.live(), "n", 1).withoutAnswers());
    List<Tunable> tunables = FleetValues.descriptor("n/0").tunables();
    gpu = ControlRegisters.create(folder.resolve("gpu0.registers"), "n/0", tunables);
    KeyFile.write(folder.resolve("controller.pem"), controllers);
    KeyFile.write(folder.resolve("operator.pem"), operators);
    String file = nodeFile().toString();
    keep(CommandProcess.start("guardian", file));
    CommandProcess writer = keep(CommandProcess.start("writer", file));
    until(() -> writer.hasSaid("decisions are read"));
    controller =
        keep(
            CommandProcess.start(
                "control",
                "--bootstrap=" + address,
                "--listen=off",
                "--policy=none",
                "--lease=" + LEASE.toSeconds() + "s",
                "--signing-key=" + folder.resolve("controller.pem")));
    node.describe();
    until(() -> controller.hasSaid("The controller runs"));
  }

  @AfterEach
  void stopAll() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  @Test
  void anOrderIsSignedBoundedLeasedAndRestoredAsAnyDecision() throws Exception {
    Run unsigned = set("core.clock=600MHz");
    assertThat(unsigned.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(unsigned.err()).contains("does not believe it (unsigned)", "--key FILE");
    assertThat(gpu.value(0)).isEqualTo(OWN);

    Run beyond = set("core.clock=300MHz", key());
    assertThat(beyond.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(beyond.err())
        .contains("refused: out-of-bounds", "the node's file allows 400 MHz to 1000 MHz");
    assertThat(gpu.value(0)).isEqualTo(OWN);

    Run done = set("core.clock=0.6GHz", key());
    assertThat(done.err()).isEmpty();
    assertThat(done.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(done.out()).startsWith("set-n/0: n/0 is at core.clock 600 MHz, read back,");
    long ends = System.nanoTime() + 2 * LEASE.toNanos();
    until(
        () -> {
          assertThat(gpu.value(0)).as("for longer than a lease").isEqualTo(600);
          return System.nanoTime() > ends;
        });
    assertThat(run("status").out())
        .contains("core.clock 600 MHz (1000 MHz)", "set: set-by-hand", "set by ada: fans")
        .contains("device n/0 at core.clock 600 MHz");

    assertThat(run("release", "--device", "n/0").exitCode()).isEqualTo(ExitCode.DONE);
    until(() -> gpu.value(0) == OWN);

    assertThat(set("core.clock=700MHz", key()).exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(gpu.value(0)).isEqualTo(700);
    controller.kill();
    long killed = System.nanoTime();
    until(() -> gpu.value(0) == OWN);
    assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(LEASE.plusSeconds(1));
  }

  private String key() {
    return "--key=" + folder.resolve("operator.pem");
  }

  private Run set(String setting, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("set", "--device", "n/0", setting, "--for=10m", "--by=ada", "--why=fans"));
    words.addAll(List.of(more));
    return run(words.toArray(String[]::new));
  }

  /** The node's readings come all the while. */
  private Run run(String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    words.add("--bootstrap=" + broker.bootstrapServers());
    CompletableFuture<Run> running =
        CompletableFuture.supplyAsync(
            () -> {
              var out = new StringWriter();
              var err = new StringWriter();
              CommandLine command = WattuneCommand.commandLine(Map.of());
              command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
              int exitCode = command.execute(words.toArray(String[]::new));
              return new Run(exitCode, out.toString(), err.toString());
            });
    until(running::isDone);
    return running.join();
  }

  private void until(Callable<Boolean> condition) {
    try {
      await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                node.catchUp();
                return condition.call();
              });
    } catch (ConditionTimeoutException e) {
      var account = new StringBuilder();
      for (AutoCloseable each : open) {
        if (each instanceof CommandProcess process) {
          account.append(process.account()).append('\n');
        }
      }
      throw new AssertionError(account.toString(), e);
    }
  }

  private Path nodeFile() throws Exception {
    return Files.writeString(
        folder.resolve("n.json"),
        """
        {"node": "n", "stateFolder": "state", "bootstrapServers": "%s",
         "devices": [{"uuid": "0", "kind": "simulated",
                      "settings": {"registers": "gpu0.registers"}}],
         "tuning": {"isOn": true, "longestLeaseSeconds": 10, "controls": [
             {"device": "*", "tunable": "core.clock", "lowest": "400MHz", "highest": "1GHz"}],
           "keys": [
             {"id": "%s", "publicKey": "%s"}, {"id": "%s", "publicKey": "%s"}]}}
        """
            .formatted(
                broker.bootstrapServers(),
                controllers.id(),
                controllers.publicKey(),
                operators.id(),
                operators.publicKey()));
  }

  private <T extends AutoCloseable> T keep(T opened) {
    open.add(opened);
    return opened;
  }
}
