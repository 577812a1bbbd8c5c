package io.wattune.launcher.standin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.FixedPort;
import io.wattune.testbed.standin.DeviceTruth;
import io.wattune.testbed.standin.LoadProgram;
import io.wattune.testbed.standin.NvmlStandIn;
import io.wattune.testbed.standin.StandInKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The closed loop on devices that behave like hardware, with every part a process of its own that
 * its command starts: for each kind and each work signal clocks or limits are set within a minute
 * of the first reading, what was saved agrees with what the device really took, the work is slowed
 * by no more than is allowed, and whoever is killed, the registers are at their own values within
 * the lease. Without a work signal nothing is set. Twelve runs of some two minutes each.
 */
@Tag("soak")
@EnabledOnOs(OS.LINUX)
class LoopOnStandInsTest {
  private static final Duration TO_SET = Duration.ofSeconds(60);
  private static final Duration WATCHED = Duration.ofSeconds(60);

  /** The controller's own, by default. */
  private static final Duration LEASE_AND_A_LITTLE = Duration.ofSeconds(11);

  /** What is allowed by default, and for looking below it now and then. */
  private static final double MOST_SLOWDOWN = 0.02;

  private static final double OF_EXPLORATION = 0.01;
  private static final String MEMORY_BOUND = "0.02:0.93";

  /** Where a program's work is known from. */
  private enum Signal {
    PROGRAM,
    SERVER,
    PROGRESS,
    COUNTERS,
    NONE
  }

  @TempDir Path path;
  private StandInNode node;
  private String bootstrapServers;
  private int dashboardPort;

  @AfterEach
  void stop() throws Exception {
    if (node != null) {
      node.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA,PROGRAM",
    "NVIDIA,SERVER",
    "NVIDIA,PROGRESS",
    "NVIDIA,COUNTERS",
    "AMD,PROGRAM",
    "AMD,SERVER",
    "AMD,PROGRESS",
    "POWERCAP,PROGRAM",
    "POWERCAP,SERVER",
    "POWERCAP,PROGRESS"
  })
  void theLoopCloses(StandInKind kind, Signal signal) throws Exception {
    start(kind, signal);
    DeviceTruth untouched = node.truth(kind);

    node.until(TO_SET, () -> !node.areAllAtOwn());

    pass(WATCHED);
    DeviceTruth tuned = node.truth(kind);
    assertThat(tuned.savedJoulesSince(untouched))
        .as(node::said)
        .isGreaterThan(0.03 * (tuned.joules() - untouched.joules()));
    assertThat(tuned.slowdownSince(untouched))
        .as(node::said)
        .isLessThan(MOST_SLOWDOWN + OF_EXPLORATION);
    savedAgrees(kind, untouched);
    comesBackWhoeverIsKilled();
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInKind.class,
      names = {"AMD", "POWERCAP"})
  void withoutAWorkSignalNothingIsSet(StandInKind kind) throws Exception {
    start(kind, Signal.NONE);

    long until = System.nanoTime() + TO_SET.toNanos();
    node.until(
        TO_SET.plusSeconds(5),
        () -> {
          assertThat(node.areAllAtOwn()).as(node::said).isTrue();
          return System.nanoTime() - until > 0;
        });

    Part status = node.command("status", "--bootstrap", bootstrapServers);
    node.until(() -> !status.isAlive());
    assertThat(status.said()).contains(node.id(kind)).containsIgnoringCase("work");
  }

  /** What the page says was saved, against the truth of the same share of the energy. */
  private void savedAgrees(StandInKind kind, DeviceTruth untouched) throws Exception {
    JsonNode saved = get("/api/saved").path("total");
    assertThat(saved.path("savedJoules").isNumber()).as(saved + "\n" + node.said()).isTrue();
    DeviceTruth now = node.truth(kind);
    double share = saved.path("savedJoules").asDouble() / saved.path("expectedJoules").asDouble();
    double error = saved.path("errorJoules").asDouble() / saved.path("expectedJoules").asDouble();
    // The truth has the time before tuning in it, which saved nothing.
    double truth = now.savedJoulesSince(untouched) / (now.ownJoules() - untouched.ownJoules());
    assertThat(share).as(saved.toString()).isBetween(truth - 3 * error, truth + 3 * error + 0.15);
    assertThat(error).as("what is stated is of use").isLessThan(0.1);
  }

  private void comesBackWhoeverIsKilled() throws Exception {
    node.kill("control");
    node.until(LEASE_AND_A_LITTLE, node::areAllAtOwn);

    control();
    node.until(TO_SET.plusSeconds(30), () -> !node.areAllAtOwn());
    node.kill("writer");
    node.until(LEASE_AND_A_LITTLE, node::areAllAtOwn);

    node.startWriter();
    node.until(TO_SET, () -> !node.areAllAtOwn());
    node.kill("broker", "flink", "jobs", "control", "agent", "writer", "guardian", "dashboard");
    // As whoever supervises it starts it again.
    node.command("guardian", "--listen", "off", node.file().toString());
    node.until(LEASE_AND_A_LITTLE, node::areAllAtOwn);
  }

  private void start(StandInKind kind, Signal signal) throws Exception {
    if (kind == StandInKind.NVIDIA) {
      Assumptions.assumeTrue(
          NvmlStandIn.obstacle().isEmpty(), () -> NvmlStandIn.obstacle().orElse(""));
    }
    int kafkaPort = FixedPort.find();
    int flinkPort = FixedPort.find();
    int serverPort = FixedPort.find();
    dashboardPort = FixedPort.find();
    bootstrapServers = "127.0.0.1:" + kafkaPort;
    node = StandInNode.start(path, List.of(kind));
    node.writeFile(bootstrapServers, "", signal == Signal.SERVER ? server(serverPort) : "");
    String data = path.resolve("data").toString();
    node.command("broker", "--data", data + "/broker", "--port", "" + kafkaPort, "--listen", "off");
    node.until(() -> isOpen(kafkaPort));
    node.command("flink", "--data", data + "/flink", "--port", "" + flinkPort, "--listen", "off");
    node.until(() -> isOpen(flinkPort));
    Part jobs =
        node.command(
            "jobs",
            "--bootstrap",
            bootstrapServers,
            "--flink",
            "127.0.0.1:" + flinkPort,
            "--checkpoint-dir",
            path.resolve("data/flink/checkpoints").toUri().toString(),
            "--listen",
            "off");
    control();
    node.command(
        "dashboard",
        "--no-store",
        "--bootstrap",
        bootstrapServers,
        "--listen",
        "127.0.0.1:" + dashboardPort);
    node.startAgent();
    node.startWriter();
    node.until(() -> isOpen(dashboardPort));
    assertThat(jobs.isAlive()).as(node::said).isTrue();
    load(kind, signal, serverPort);
  }

  private void control() throws Exception {
    node.command("control", "--bootstrap", bootstrapServers, "--instance", "c1", "--listen", "off");
  }

  private static String server(int port) {
    return String.format(
        Locale.ROOT,
        "\"work\": [{\"name\": \"serve\", \"preset\": \"vllm\","
            + " \"url\": \"http://127.0.0.1:%d/metrics\"}],",
        port);
  }

  private void load(StandInKind kind, Signal signal, int serverPort) throws Exception {
    switch (signal) {
      case PROGRAM -> node.load(kind, "socket", MEMORY_BOUND, "--socket", node.socket().toString());
      case SERVER ->
          node.load(kind, "server", MEMORY_BOUND, "--port", "" + serverPort, "--step", "0.03");
      case PROGRESS -> progress(kind);
      case COUNTERS, NONE -> node.load(kind, "silent", MEMORY_BOUND);
    }
  }

  private void progress(StandInKind kind) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                "--socket",
                node.socket().toString(),
                "--device",
                node.device(kind).uuid(),
                "--name",
                "train",
                "--work",
                "tqdm",
                "--",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LoadProgram.class.getName(),
                "--page",
                node.folder().page().toString(),
                "--mode",
                "progress",
                "--phases",
                MEMORY_BOUND,
                // A program of a program that is killed would stay.
                "--for",
                "400"));
    node.command(words.toArray(String[]::new));
  }

  private JsonNode get(String what) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + dashboardPort + what))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(answer.body());
  }

  private static boolean isOpen(int port) {
    try (var socket = new java.net.Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (java.io.IOException e) {
      return false;
    }
  }

  private void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    node.until(time.plusSeconds(5), () -> System.nanoTime() - until > 0);
  }
}
