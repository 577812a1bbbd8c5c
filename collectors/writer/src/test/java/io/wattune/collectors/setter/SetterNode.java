package io.wattune.collectors.setter;

import io.wattune.collectors.setup.ControlBounds;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.collectors.setup.OutsideConfig;
import io.wattune.collectors.setup.TuningRules;
import io.wattune.core.Quality;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testkit.TestJvm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A node with one simulated device, and its setter as a process. */
final class SetterNode implements AutoCloseable {
  static final String NODE = "n1";
  static final String DEVICE = "n1/G1";
  static final long OWN = 1_000;

  private static final List<String> NEEDED =
      List.of(
          "/core/target/",
          "/log/target/",
          "/devices/target/",
          "/writer/target/",
          "/testbed/target/",
          "/wattune-core",
          "/wattune-log",
          "/wattune-devices",
          "/wattune-writer",
          "/wattune-testbed",
          "/slf4j-api",
          "/jna",
          "/jspecify");

  private final Path folder;
  private final NodeSetup setup;
  private final ControlRegisters registers;
  private final List<Process> processes = new ArrayList<>();
  private long sequence;

  SetterNode(Path folder, boolean requiresGuardian) throws Exception {
    this.folder = folder;
    this.registers =
        ControlRegisters.create(
            folder.resolve("g1.registers"),
            DEVICE,
            List.of(
                new Tunable(
                    "core.clock",
                    TunableUnit.MEGAHERTZ,
                    ValueGrid.evenly(300, 1_000, 100),
                    OptionalLong.of(OWN),
                    false)));
    this.setup =
        new NodeSetup(
            NODE,
            folder,
            new NodeFolder(Files.createDirectories(folder.resolve("state"))),
            List.of(new DeviceConfig("G1", "simulated", Map.of("registers", "g1.registers"))),
            2_000,
            new TuningRules(
                true,
                60,
                requiresGuardian,
                List.of(new ControlBounds("*", "core.clock", 400, 1_000, null)),
                false,
                new OutsideConfig(1_000, 0)));
    Path file = Files.writeString(folder.resolve("setup"), SetupText.write(setup));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  NodeSetup setup() {
    return setup;
  }

  Path socket() {
    return setup.folder().setterSocket();
  }

  long clock() {
    return registers.value(0);
  }

  boolean hasJournal() {
    return Files.exists(setup.folder().journal());
  }

  /** What the newest life of a process has loaded, for example {@code SetterProcess}. */
  Path loadedClasses(Class<?> process) {
    return folder.resolve(process.getSimpleName() + ".classes");
  }

  Path log() {
    return folder.resolve("log");
  }

  /** Starts it for this test's own user. */
  Process start() throws Exception {
    return start(System.getProperty("user.name"));
  }

  Process start(String user) throws Exception {
    return start(SetterProcess.class, user);
  }

  /** Starts its keeper. */
  Process startRestorer() throws Exception {
    return start(RestorerProcess.class);
  }

  private Process start(Class<?> main, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            TestJvm.command(
                "-Xmx64m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Xlog:class+load:file=" + loadedClasses(main),
                "-cp",
                classPath(),
                main.getName(),
                folder.resolve("setup").toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
            .start();
    processes.add(process);
    return process;
  }

  /** As {@code kill} does it. */
  static void signal(Process process, String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Of this JVM's class path what the setter needs. */
  static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.contains("test-classes") && !entry.endsWith("-tests.jar"))
        .filter(entry -> NEEDED.stream().anyMatch(entry::contains))
        .collect(Collectors.joining(File.pathSeparator));
  }

  Decision.ForDevice decision(long megahertz, long leaseMillis) {
    Instant now = Instant.now();
    return new Decision.ForDevice(
        NODE,
        DEVICE,
        1,
        ++sequence,
        now.getEpochSecond() * 1_000_000_000L + now.getNano(),
        leaseMillis * 1_000_000L,
        Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, megahertz)),
        List.of(),
        "test",
        "test",
        "",
        Quality.MEASURED,
        0,
        null);
  }

  @Override
  public void close() throws Exception {
    for (Process each : processes) {
      each.destroyForcibly().waitFor();
    }
  }
}
