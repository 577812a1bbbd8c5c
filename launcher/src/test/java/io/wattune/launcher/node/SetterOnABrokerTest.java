package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.setter.SetterProcess;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.FixedPort;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.broker.EmbeddedBroker;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testbed.register.ControlRegisters;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The writer's two halves as processes: the setter on its own class path, and the command. */
@Tag("long")
@EnabledOnOs(OS.LINUX)
class SetterOnABrokerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long OWN = 1_000;

  @TempDir Path folder;
  private EmbeddedBroker broker;
  private Controls controls;
  private ControlRegisters registers;
  private Path file;
  private Process setter;
  private CommandProcess writer;
  private long sequence;

  @BeforeEach
  void start() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), FixedPort.find());
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
    }
    controls = new Controls(broker.bootstrapServers());
    registers =
        ControlRegisters.create(
            folder.resolve("g1.registers"),
            "n1/G1",
            List.of(
                new Tunable(
                    "core.clock",
                    TunableUnit.MEGAHERTZ,
                    ValueGrid.evenly(300, OWN, 100),
                    OptionalLong.of(OWN),
                    false)));
    file =
        Files.writeString(
            folder.resolve("node.json"),
            """
            {"node": "n1", "stateFolder": "state", "bootstrapServers": "%s",
             "devices": [{"uuid": "G1", "kind": "simulated",
                          "settings": {"registers": "g1.registers"}}],
             "tuning": {"isOn": true, "requiresSignature": false, "requiresGuardian": false,
               "controls": [
                 {"device": "*", "tunable": "core.clock", "lowest": 400, "highest": 1000}]}}
            """
                .formatted(broker.bootstrapServers()));
    Files.createDirectories(folder.resolve("state"));
    Path setup = Files.writeString(folder.resolve("setup"), setup());
    Files.setPosixFilePermissions(setup, PosixFilePermissions.fromString("rw-------"));
    startSetter();
    writer = CommandProcess.start("writer", "--setter", file.toString());
  }

  @AfterEach
  void stop() throws Exception {
    writer.close();
    setter.destroyForcibly().waitFor();
    controls.close();
    broker.close();
  }

  private String setup() {
    var out = new StringWriter();
    int code =
        new CommandLine(new WattuneCommand())
            .setOut(new PrintWriter(out))
            .execute("setup", file.toString());
    assertThat(code).isZero();
    return out.toString();
  }

  private void startSetter() throws Exception {
    setter =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                NodeClassPath.setter(),
                SetterProcess.class.getName(),
                folder.resolve("setup").toString(),
                System.getProperty("user.name"))
            .inheritIO()
            .start();
  }

  @Test
  void decisionsGoThroughBothHalvesAndEachOneMayDie() throws Exception {
    tune(600);
    assertThat(NodeClassPath.setter()).doesNotContain("kafka", "avro", "jackson", "picocli");

    setter.destroyForcibly().waitFor();
    startSetter();
    await().atMost(PATIENCE).until(() -> registers.value(0) == OWN);
    tune(500);

    writer.process().destroyForcibly().waitFor();
    assertThat(registers.value(0)).as("within its lease").isEqualTo(500);
    writer = CommandProcess.start("writer", "--setter", file.toString());
    tune(700);

    writer.signal("TERM");
    assertThat(writer.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(writer.process().exitValue()).as(() -> "" + writer.lines()).isZero();
    await().atMost(PATIENCE).until(() -> registers.value(0) == OWN);
    assertThat(setter.isAlive()).isTrue();

    setter.destroy();
    assertThat(setter.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(setter.exitValue()).isZero();
    assertThat(folder.resolve("state/journal")).doesNotExist();
  }

  /** Decides until it is there: one of both may still be starting. */
  private void tune(long megahertz) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              controls.decide(
                  Controls.decision("n1", 1, ++sequence, Controls.nowNanos(), 20_000, megahertz));
              return registers.value(0) == megahertz;
            });
  }
}
