package io.wattune.launcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.archive.sink.ArchiveOptions;
import io.wattune.archive.sink.ArchiveSink;
import io.wattune.control.Controller;
import io.wattune.control.ControllerOptions;
import io.wattune.control.Tuning;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.WattuneCommand;
import io.wattune.pipeline.AllParts;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testkit.Scrape;
import io.wattune.testkit.TestJvm;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The commands as processes, asked over HTTP; and what only a real client can tell. */
@Tag("long")
class PartsOnTheirPortsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern ADDRESS = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+)/health");

  /** Absent as long as nothing of the kind has happened. */
  private static final Set<String> LATER =
      Set.of(
          // A device of files has no counters, and half a minute has not gone by.
          "wattune_agent_device_clock_hertz",
          "wattune_agent_device_reported_ratio",
          "wattune_agent_device_metered_seconds_total",
          "wattune_agent_device_reported_watts",
          "wattune_agent_device_temperature_celsius",
          "wattune_agent_job_energy_joules",
          "wattune_agent_user_energy_joules_total",
          "wattune_agent_records_dropped_total",
          "wattune_agent_server_answering",
          "wattune_agent_server_failures_total",
          "wattune_agent_server_pages_total",
          "wattune_agent_server_readings_total",
          "wattune_agent_server_requests_known",
          "wattune_agent_server_serving_readings_total",
          "wattune_agent_server_resets_total",
          "wattune_writer_running_refused_total",
          "wattune_writer_actuations_total",
          "wattune_writer_lag_records");

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void agentWriterAndGuardianServeWithoutABroker() throws Exception {
    Path node = node();
    URI agent = started("agent", node, "127.0.0.1:0");
    URI guardian = URI.create(agent + "/guardian");
    URI writer = URI.create(agent + "/writer");
    start("guardian", node, "");
    start("writer", node, "");
    await().atMost(PATIENCE).until(() -> get(guardian, "/health").statusCode() != 503);
    await().atMost(PATIENCE).until(() -> get(writer, "/health").statusCode() != 503);

    for (var part : Map.of("agent", agent, "guardian", guardian, "writer", writer).entrySet()) {
      if (part.getKey().equals("agent")) {
        await()
            .atMost(PATIENCE)
            .until(
                () -> scrape(agent).names().contains("wattune_agent_device_energy_joules_total"));
      }
      Scrape before = scrape(part.getValue());
      Set<String> expected =
          PartMetrics.names(part.getKey()).stream()
              .filter(name -> !LATER.contains(name))
              .collect(Collectors.toSet());
      assertThat(before.names()).isEqualTo(expected);
    }
    assertMoves(agent, "wattune_agent_polls_total{device=\"n1/G1\",node=\"n1\"}");
    assertMoves(agent, "wattune_agent_records_published_total{node=\"n1\"}");
    assertMoves(guardian, "wattune_guardian_looked_seconds{node=\"n1\"}");
    JsonNode health = health(agent);
    assertThat(health.path("part").asText()).isEqualTo("agent");
    assertThat(health.path("status").asText()).as("the broker is away").isEqualTo("DEGRADED");
    assertThat(health(guardian).path("status").asText()).isEqualTo("UP");
  }

  private void assertMoves(URI part, String sample) throws Exception {
    double before = scrape(part).samples().get(sample);
    await().atMost(PATIENCE).until(() -> scrape(part).samples().get(sample) != before);
  }

  @Test
  void aTakenPortStopsAnAgent() throws Exception {
    Path node = node();
    try (var taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      String listen = "127.0.0.1:" + taken.getLocalPort();
      Process agent = start("agent", node, listen);
      assertThat(agent.waitFor()).isEqualTo(2);
      assertThat(output("agent")).contains("--listen: " + listen + " is taken");
    }
  }

  /** Whoever could reach a server of theirs could take the memory of what restores. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void writerAndGuardianListenNowhere() throws Exception {
    Path node = node();
    started("agent", node, "127.0.0.1:0");
    for (String part : List.of("guardian", "writer")) {
      Process process = start(part, node, "");
      Path status = folder.resolve("n1/state/" + part + ".status");
      await().atMost(PATIENCE).until(() -> Files.exists(status));
      assertThat(listening(process)).as(part).isEmpty();
    }
  }

  /** The sockets of a process that listen, as the kernel lists them. */
  private static List<String> listening(Process process) throws IOException {
    Set<String> own = new TreeSet<>();
    try (var files = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      for (Path file : files.toList()) {
        if (Files.isSymbolicLink(file)) {
          own.add(Files.readSymbolicLink(file).toString());
        }
      }
    }
    List<String> found = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/net/" + table))) {
        String[] cells = line.strip().split("\\s+");
        if (cells.length > 9
            && cells[3].equals("0A")
            && own.contains("socket:[" + cells[9] + "]")) {
          found.add(line);
        }
      }
    }
    return found;
  }

  @Test
  void lagIsToldByTopic() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary()) {
      try (Admin admin = broker.access().admin(Map.of())) {
        new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 1);
      }
      var archiving =
          new ArchiveOptions(
              broker.access(),
              Namespace.live(),
              folder.resolve("archive"),
              4,
              64 << 20,
              Duration.ofSeconds(1));
      try (Controller controller =
              Controller.start(
                  ControllerOptions.of(broker.access(), Namespace.live(), Tuning.by("fine"))
                      .withTasks(1, 1));
          ArchiveSink archive = ArchiveSink.start(archiving)) {
        var all = new AllParts("test");
        all.add(controller.probe());
        all.add(archive.counts());

        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(Scrape.of(all).samples())
                        .containsEntry("wattune_control_running", 1.0)
                        .containsEntry("wattune_control_lag_records{topic=\"wattune.power\"}", 0.0)
                        .containsEntry(
                            "wattune_archive_lag_records{topic=\"wattune.readings\"}", 0.0));
        assertThat(Scrape.of(all).samples().keySet())
            .as("a topic has one name")
            .noneMatch(sample -> sample.contains("topic=\"wattune_"));
      }
    }
  }

  private Path node() throws IOException {
    Path device = Files.createDirectories(folder.resolve("n1/G1"));
    Files.createDirectories(device.resolve("controls"));
    Files.writeString(
        device.resolve("device.json"),
        """
        {"vendor": "acme", "model": "A1",
         "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 20},
         "tunables": [
           {"name": "core.clock", "unit": "MEGAHERTZ", "lowest": 300, "highest": 1000, "step": 100}
         ]}
        """);
    Files.writeString(device.resolve("power"), "100000\n");
    Files.writeString(device.resolve("controls/core.clock"), "800\n");
    return Files.writeString(
        folder.resolve("n1.json"),
        """
        {"node": "n1", "stateFolder": "n1/state", "bootstrapServers": "127.0.0.1:1",
         "devices": [{"uuid": "G1", "kind": "files", "settings": {"folder": "n1/G1"}}],
         "tuning": {"isOn": true, "requiresSignature": false, "controls": [
           {"device": "*", "tunable": "core.clock", "lowest": 400, "highest": 1000}]}}
        """);
  }

  private Process start(String command, Path node, String listen) throws IOException {
    List<String> words =
        new ArrayList<>(
            TestJvm.command(
                "-cp",
                System.getProperty("java.class.path"),
                WattuneCommand.class.getName(),
                command,
                node.toString()));
    if (!listen.isEmpty()) {
      words.add("--listen=" + listen);
    }
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(log(command).toFile())
            .start();
    processes.add(process);
    return process;
  }

  private URI started(String command, Path node, String listen) throws IOException {
    Process process = start(command, node, listen);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(process.isAlive()).as(() -> output(command)).isTrue();
              return ADDRESS.matcher(output(command)).find();
            });
    Matcher address = ADDRESS.matcher(output(command));
    assertThat(address.find()).isTrue();
    return URI.create(address.group(1));
  }

  private Path log(String command) {
    return folder.resolve(command + ".log");
  }

  private String output(String command) {
    try {
      return Files.readString(log(command), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private Scrape scrape(URI part) throws Exception {
    return Scrape.parse(get(part, "/metrics").body());
  }

  private JsonNode health(URI part) throws Exception {
    return new ObjectMapper().readTree(get(part, "/health").body());
  }

  private HttpResponse<String> get(URI part, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(part + path)).build(), BodyHandlers.ofString());
  }
}
