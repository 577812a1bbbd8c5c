package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import io.wattune.testbed.register.ControlRegisters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code up} as its user runs it: real processes, broker, Flink, controller. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class UpEndToEndTest {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** From the first decision on. */
  private static final Duration WATCHED = Duration.ofSeconds(15);

  /** The ledger holds each simulated GPU's energy to half a percent. */
  private static final double MOST_ENERGY_ERROR = 0.005;

  @TempDir Path folder;

  private Process up;

  @AfterEach
  void killWhatIsLeft() {
    if (up != null) {
      up.descendants().forEach(ProcessHandle::destroyForcibly);
      up.destroyForcibly();
    }
  }

  @Test
  @Tag("long")
  @Tag("alone")
  void theLoopClosesEnergyAddsUpAndCtrlCBringsEveryGpuHome() throws Exception {
    Path archive = folder.resolve("archive");
    start("--json", "--archive", archive.toString());
    // Not for a time that is given before: how soon a machine has tuned, is the machine's affair.
    awaitTuning();
    long ends = System.nanoTime() + WATCHED.toNanos();
    await().atMost(PATIENCE).until(() -> System.nanoTime() > ends);
    // Records may wait ten minutes, but the first commit comes soon.
    Path commit = archive.resolve("_manifest/00000000000000000001.json");
    await().atMost(PATIENCE).until(() -> Files.exists(commit));

    interrupt();

    assertThat(up.waitFor(10, TimeUnit.SECONDS)).as(() -> "ends within 10 s\n" + log()).isTrue();
    assertThat(up.exitValue()).as(this::log).isEqualTo(130);
    assertThat(notRestored()).isEmpty();
    JsonNode json = new ObjectMapper().readTree(Files.readString(folder.resolve("out")));
    assertThat(json.path("nodes").asInt()).isEqualTo(2);
    assertThat(json.path("devices").asInt()).isEqualTo(4);
    assertThat(json.path("samples").asLong()).isPositive();
    assertThat(json.path("decisions").asLong()).isPositive();
    assertThat(json.at("/actuations/applied").asLong()).isPositive();
    assertThat(json.at("/latencyMillis/count").asLong()).isPositive();
    assertThat(json.path("rejects").asLong()).isZero();
    assertThat(json.path("droppedRecords").asLong()).isZero();
    assertThat(json.path("restores").asLong()).as("one for each GPU").isGreaterThanOrEqualTo(4);
    assertThat(json.path("allHome").asBoolean()).isTrue();
    assertThat(json.at("/store/pointsWritten").asLong()).isPositive();
    assertThat(json.at("/store/pointsRefused").asLong()).isZero();
    assertThat(json.at("/store/retries").asLong()).isZero();
    assertThat(json.at("/store/lagRecords").asLong()).isZero();
    assertThat(json.at("/store/failure").isNull()).isTrue();
    assertThat(json.at("/archive/records").asLong()).isPositive();
    assertThat(json.at("/archive/lagRecords").asLong()).isZero();
    assertThat(json.at("/archive/failure").isNull()).isTrue();
    assertThat(json.path("energyJoules")).hasSize(4);
    long polledSeconds = 0;
    for (JsonNode device : json.path("energyJoules")) {
      polledSeconds += device.path("seconds").asLong();
      assertThat(device.path("seconds").asLong()).isGreaterThanOrEqualTo(WATCHED.toSeconds());
      assertThat(device.path("missingWindows").asLong()).isZero();
      assertThat(Math.abs(device.path("relativeError").asDouble()))
          .as(() -> json.toString())
          .isLessThanOrEqualTo(MOST_ENERGY_ERROR);
    }
    // 50 polls a second of each GPU; a machine that is busy misses some deadlines.
    double read = json.path("readings").asLong() / (50.0 * polledSeconds);
    assertThat(read).isGreaterThan(0.5);
    assertThat(json.path("readings").asDouble())
        .isLessThanOrEqualTo(50 * 4 * json.path("wallSeconds").asDouble());
  }

  @Test
  @Tag("long")
  @Tag("alone")
  void theLineThatSetsAGpuByHandIsReadyToBeCopied() throws Exception {
    start("--policy=none", "--nodes=1", "--gpus-per-node=1", "--store=off", "--dashboard=off");
    await().atMost(PATIENCE).until(() -> has("set with "));
    String line =
        Files.readAllLines(folder.resolve("out")).stream()
            .filter(each -> each.startsWith("set with "))
            .map(each -> each.substring("set with ".length()).strip())
            .findFirst()
            .orElseThrow();
    assertThat(line).startsWith("./wattune ").contains("core.clock=");

    // A shell splits it, as it does for who pastes it; the script's place is taken by its process.
    var shell = new ArrayList<>(List.of("sh", "-c", line.replace("./wattune", "\"$@\""), "sh"));
    shell.addAll(wattune());
    Process set =
        new ProcessBuilder(shell)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("set").toFile())
            .start();
    assertThat(set.waitFor(1, TimeUnit.MINUTES)).isTrue();

    assertThat(Files.readString(folder.resolve("set"))).contains("read back");
    assertThat(set.exitValue()).isZero();
    assertThat(notRestored()).as(this::log).hasSize(1);
    Path key = folder.resolve("data/operator.pem");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
  }

  @Test
  @Tag("soak")
  void theLaggingSensorOfTheK20LosesNoEnergyEither() throws Exception {
    // Its lag is learned from the rises of its kernels, though its driver stalls within them.
    start("--for=30s", "--json", "--gpu=k20c", "--workload=long-kernels", "--nodes=1");
    assertThat(up.waitFor(4, TimeUnit.MINUTES)).as(this::log).isTrue();

    assertThat(up.exitValue()).as(this::log).isZero();
    JsonNode json = new ObjectMapper().readTree(Files.readString(folder.resolve("out")));
    assertThat(json.path("energyJoules")).hasSize(2);
    for (JsonNode device : json.path("energyJoules")) {
      assertThat(device.path("missingWindows").asLong()).isZero();
      assertThat(Math.abs(device.path("relativeError").asDouble()))
          .isLessThanOrEqualTo(MOST_ENERGY_ERROR);
    }
  }

  @Test
  @Tag("soak")
  void whenItIsKilledWriterAndGuardianBringEveryGpuHomeAndEndToo() throws Exception {
    start();
    awaitTuning();
    List<ProcessHandle> children = up.children().toList();

    up.destroyForcibly();

    // The lease is 10 s, and the writer ends sooner: its standard input does.
    await().atMost(Duration.ofSeconds(10)).until(() -> notRestored().isEmpty());
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(children).hasSize(2);
  }

  private void start(String... more) throws IOException {
    List<String> command = new ArrayList<>(wattune());
    command.addAll(
        List.of(
            "up",
            "--kafka-port=0",
            "--flink-port=0",
            "--store-port=0",
            "--dashboard-port=0",
            "--data-dir",
            folder.resolve("data").toString()));
    command.addAll(List.of(more));
    up =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
  }

  private static List<String> wattune() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx1g",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        WattuneCommand.class.getName());
  }

  private boolean has(String text) throws IOException {
    if (!up.isAlive()) {
      throw new IllegalStateException(log());
    }
    return Files.readString(folder.resolve("out")).contains(text);
  }

  /** Until the settings of some GPU are no longer its own. */
  private void awaitTuning() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(
            () -> {
              if (!up.isAlive()) {
                throw new IllegalStateException(log());
              }
              assertThat(notRestored()).as(this::log).isNotEmpty();
            });
  }

  private List<String> notRestored() throws IOException {
    List<String> away = new ArrayList<>();
    for (Path file : registers()) {
      ControlRegisters device = ControlRegisters.open(file);
      for (int control = 0; control < device.tunables().size(); control++) {
        if (device.value(control) != device.tunables().get(control).ownValue().orElseThrow()) {
          away.add(device.device() + " " + device.tunables().get(control).name());
        }
      }
    }
    return away;
  }

  private List<Path> registers() throws IOException {
    Path nodes = folder.resolve("data").resolve("nodes");
    if (!Files.isDirectory(nodes)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(nodes)) {
      return files.filter(file -> file.toString().endsWith(".registers")).toList();
    }
  }

  /** As the terminal does it; a Process can only be asked to terminate. */
  private void interrupt() throws Exception {
    var kill = new ProcessBuilder("kill", "-INT", Long.toString(up.pid())).start();
    assertThat(kill.waitFor()).as("exit code of kill").isZero();
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("out")) + Files.readString(folder.resolve("err"));
    } catch (IOException e) {
      return "no log: " + e;
    }
  }
}
