package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.setter.RestorerProcess;
import io.wattune.collectors.setter.SetterProcess;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.WattuneCommand;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testkit.FixedPort;
import io.wattune.testkit.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.Admin;

/**
 * A node whose privileges are separated, at a broker: setter and restorer on the class path that
 * the units give them, {@code writer --setter} and {@code guardian --setter} as the commands.
 */
final class SplitNode implements AutoCloseable {
  static final long OWN = 1_000;
  static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path folder;
  private final SplitRights rights;
  private final Path file;
  private final String name;
  private final Controls controls;
  private final ControlRegisters registers;
  private final List<Process> processes = new ArrayList<>();
  private long sequence;
  private long basedOnNanos;

  /** With all topics; nodes of several names may be at it. */
  static EmbeddedBroker startBroker(Path folder) throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(folder, FixedPort.find());
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
    }
    return broker;
  }

  SplitNode(Path folder, EmbeddedBroker broker, String name, boolean requiresGuardian)
      throws Exception {
    this(folder, broker, name, requiresGuardian, SplitRights.OWN);
  }

  SplitNode(
      Path folder, EmbeddedBroker broker, String name, boolean requiresGuardian, SplitRights rights)
      throws Exception {
    this.folder = folder;
    this.name = name;
    this.rights = rights;
    controls = new Controls(broker.bootstrapServers());
    registers =
        ControlRegisters.create(
            folder.resolve("g1.registers"),
            name + "/G1",
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
            {"node": "%s", "stateFolder": "state", "bootstrapServers": "%s",
             "devices": [{"uuid": "G1", "kind": "simulated",
                          "settings": {"registers": "g1.registers"}}],
             "tuning": {"isOn": true, "requiresSignature": false, "requiresGuardian": %s,
               "longestLeaseSeconds": 60,
               "controls": [
                 {"device": "*", "tunable": "core.clock", "lowest": 400, "highest": 1000}]}}
            """
                .formatted(name, broker.bootstrapServers(), requiresGuardian));
    rights.makeFolder(folder.resolve("state"));
    int code =
        WattuneCommand.commandLine()
            .execute("setup", "--output", folder.resolve("setup").toString(), file.toString());
    assertThat(code).isZero();
  }

  Path state() {
    return folder.resolve("state");
  }

  long clock() {
    return registers.value(0);
  }

  Process startSetter() throws Exception {
    return privileged(SetterProcess.class, rights.writersUser());
  }

  Process startRestorer() throws Exception {
    return privileged(RestorerProcess.class);
  }

  private Process privileged(Class<?> main, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(rights.privileged());
    command.addAll(
        TestJvm.command(
            "-cp",
            rights.readable(NodeClassPath.setter()),
            main.getName(),
            folder.resolve("setup").toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).inheritIO().start();
    processes.add(process);
    return process;
  }

  CommandProcess startWriter() throws Exception {
    return command(rights.writer(), "writer");
  }

  CommandProcess startGuardian() throws Exception {
    return command(rights.guardian(), "guardian");
  }

  private CommandProcess command(List<String> before, String part) throws Exception {
    CommandProcess process =
        CommandProcess.startBy(
            before, rights.readable(NodeClassPath.text()), part, "--setter", file.toString());
    processes.add(process.process());
    return process;
  }

  /** Decides until it is there: a process may still be starting. */
  void tune(long megahertz, long leaseMillis) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              decide(megahertz, leaseMillis);
              return clock() == megahertz;
            });
  }

  void decide(long megahertz, long leaseMillis) throws Exception {
    basedOnNanos = Controls.nowNanos();
    controls.decide(Controls.decision(name, 1, ++sequence, basedOnNanos, leaseMillis, megahertz));
  }

  /**
   * Waits until own settings are back.
   *
   * @return how long after the reading on which the newest decision was based this is seen, ms
   */
  long awaitOwnMillis() {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> clock() == OWN);
    return (Controls.nowNanos() - basedOnNanos) / 1_000_000L;
  }

  /** As {@code kill} does it. */
  static void signal(Process process, String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() throws Exception {
    for (Process each : processes) {
      each.destroyForcibly().waitFor();
    }
    controls.close();
  }
}
