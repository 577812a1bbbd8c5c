package io.wattune.launcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import io.wattune.testkit.Promtool;
import io.wattune.testkit.Repository;
import io.wattune.testkit.TestJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A genuine Prometheus, Debian's ({@code apt install prometheus}), scrapes an agent that has no
 * broker, and every expression of the boards over it has an answer. Skipped where {@code
 * prometheus} and {@code promtool} are not on the PATH.
 */
@Tag("long")
class RealPrometheusTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Process> processes = new ArrayList<>();
  private final ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();

  @AfterEach
  void stop() throws InterruptedException {
    load.shutdownNow();
    for (Process process : processes) {
      process.destroy();
    }
    for (Process process : processes) {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void everyExpressionOfTheBoardsHasDataAndPromtoolFindsNothing() throws Exception {
    Path prometheus = Promtool.orSkip("prometheus");
    Promtool promtool = Promtool.orSkip();
    URI agent = URI.create("http://127.0.0.1:" + freePort());
    start("agent", agent(agent.getPort()));
    await()
        .atMost(PATIENCE)
        .until(() -> isThere(agent, "wattune_agent_device_energy_joules_total{"));
    URI server = URI.create("http://127.0.0.1:" + freePort());
    start("prometheus", prometheus(prometheus, server.getPort(), agent.getPort()));
    await().atMost(PATIENCE).ignoreExceptions().until(() -> !ask(server, "up == 1").isEmpty());

    Map<String, String> without = new TreeMap<>();
    Path boards = Repository.root().resolve("dashboard/grafana/prometheus");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(boards)) {
      for (Path board : files) {
        for (String expression :
            MAPPER.readTree(board.toFile()).at("/panels").findValuesAsText("expr")) {
          without.put(expression, board.getFileName().toString());
        }
      }
    }
    assertThat(without).hasSizeGreaterThan(15);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              without.keySet().removeIf(expression -> !ask(server, expression).isEmpty());
              assertThat(without).as("expressions without data").isEmpty();
            });
    assertAgreement(server);
    assertDcgmNames(server);
    assertThat(promtool.complaints(get(agent, "/metrics"))).isEmpty();
  }

  /** The mean power by the energy counter is that of the gauge, on average over the time. */
  private void assertAgreement(URI server) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              double byEnergy =
                  value(ask(server, "rate(wattune_agent_device_energy_joules_total[20s])"));
              double byPower =
                  value(ask(server, "avg_over_time(wattune_agent_device_power_watts[20s])"));
              // The load is 200 W give or take 5 W; the sensor of files is taken as it is.
              assertThat(byPower).isBetween(190.0, 210.0);
              assertThat(byEnergy).isBetween(180.0, 220.0);
            });
  }

  private void assertDcgmNames(URI server) {
    double watts =
        value(ask(server, "DCGM_FI_DEV_POWER_USAGE{Hostname=\"n1\",gpu=\"0\",UUID=\"G1\"}"));
    assertThat(watts).isBetween(190.0, 210.0);
    double byEnergy = value(ask(server, "rate(DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION[20s]) / 1000"));
    assertThat(byEnergy).isBetween(180.0, 220.0);
    assertThat(ask(server, "kepler_node_gpu_joules_total")).hasSize(1);
  }

  private List<JsonNode> ask(URI server, String expression) {
    String asked = expression.replace("${node}", ".*").replace("$__rate_interval", "20s");
    try {
      JsonNode answer =
          MAPPER.readTree(
              get(
                  server,
                  "/api/v1/query?query=" + URLEncoder.encode(asked, StandardCharsets.UTF_8)));
      assertThat(answer.path("status").asText()).as("%s: %s", asked, answer).isEqualTo("success");
      List<JsonNode> found = new ArrayList<>();
      answer.path("data").path("result").forEach(found::add);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static double value(List<JsonNode> found) {
    assertThat(found).hasSize(1);
    return found.get(0).path("value").path(1).asDouble();
  }

  private boolean isThere(URI agent, String text) throws InterruptedException {
    try {
      return get(agent, "/metrics").contains(text);
    } catch (IOException e) {
      return false; // Not up yet.
    }
  }

  private String get(URI server, String path) throws IOException, InterruptedException {
    return client
        .send(HttpRequest.newBuilder(URI.create(server + path)).build(), BodyHandlers.ofString())
        .body();
  }

  private List<String> prometheus(Path program, int port, int scraped) throws IOException {
    Path settings =
        Files.writeString(
            folder.resolve("prometheus.yml"),
            """
            global:
              scrape_interval: 1s
            scrape_configs:
              - job_name: wattune
                static_configs:
                  - targets: ["127.0.0.1:%d"]
            """
                .formatted(scraped));
    return List.of(
        program.toString(),
        "--config.file=" + settings,
        "--storage.tsdb.path=" + folder.resolve("data"),
        "--web.listen-address=127.0.0.1:" + port);
  }

  /** A node with a device of files, whose power is 195 and 205 W by turns, and no broker. */
  private List<String> agent(int port) throws IOException {
    Path device = Files.createDirectories(folder.resolve("n1/G1"));
    Files.writeString(
        device.resolve("device.json"),
        """
        {"vendor": "acme", "model": "A1",
         "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 50}}
        """);
    Files.writeString(device.resolve("power"), "195000\n");
    var turn = new AtomicInteger();
    ScheduledFuture<?> unused =
        load.scheduleAtFixedRate(
            () -> {
              try {
                Path next =
                    Files.writeString(
                        folder.resolve("next"),
                        turn.getAndIncrement() % 2 == 0 ? "205000\n" : "195000\n");
                Files.move(next, device.resolve("power"), StandardCopyOption.ATOMIC_MOVE);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            0,
            100,
            TimeUnit.MILLISECONDS);
    Path node =
        Files.writeString(
            folder.resolve("n1.json"),
            """
            {"node": "n1", "stateFolder": "n1/state", "bootstrapServers": "127.0.0.1:1",
             "activities": {"socket": "%s"},
             "devices": [{"uuid": "G1", "kind": "files", "settings": {"folder": "n1/G1"}}]}
            """
                .formatted(folder.resolve("a.sock")));
    return TestJvm.command(
        "-cp",
        System.getProperty("java.class.path"),
        WattuneCommand.class.getName(),
        "agent",
        node.toString(),
        "--metrics=dcgm",
        "--listen=127.0.0.1:" + port);
  }

  private void start(String name, List<String> words) throws IOException {
    processes.add(
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start());
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
