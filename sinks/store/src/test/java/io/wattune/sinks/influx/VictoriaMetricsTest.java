package io.wattune.sinks.influx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.point.PointForm;
import io.wattune.sinks.point.PointLines;
import io.wattune.sinks.point.PointMaker;
import io.wattune.sinks.point.PointMakers;
import io.wattune.sinks.point.Records;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sums in a genuine VictoriaMetrics, Debian's ({@code apt install victoria-metrics}), are right,
 * although it keeps every point that ever came. Skipped where it is not on the PATH.
 */
class VictoriaMetricsTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String DEVICE = "n1/GPU-1";
  private static final int WINDOWS = 60;

  @TempDir private Path folder;

  private final Map<Topic, PointMaker> makers =
      PointMakers.of(BundledSchemas.get(), PointForm.FINAL_NUMBERS);
  private Process process;
  private URI url;
  private InfluxStore store;

  @BeforeEach
  void start() throws Exception {
    Optional<Path> program =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .map(entry -> Path.of(entry, "victoria-metrics"))
            .filter(Files::isExecutable)
            .findFirst();
    assumeThat(program)
        .as("victoria-metrics is not on the PATH: apt install victoria-metrics")
        .isPresent();
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    process =
        new ProcessBuilder(
                program.orElseThrow().toString(),
                "-storageDataPath=" + folder.resolve("data"),
                "-httpListenAddr=127.0.0.1:" + port,
                "-retentionPeriod=100y",
                "-dedup.minScrapeInterval=1ms")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log.txt").toFile())
            .start();
    url = URI.create("http://127.0.0.1:" + port);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(() -> get("/health").equals("OK"));
    store = new InfluxStore(new StoreAddress(url, StoreKind.VICTORIAMETRICS, "o", "wattune", null));
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (store != null) {
      store.close();
    }
    if (process != null) {
      process.destroy();
      process.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void revisionsAndRepeatsDoNotGrowASum() throws Exception {
    long microjoules = 0;
    for (int second = 0; second < WINDOWS; second++) {
      long energy = 100_000_000L + second;
      write(Topic.ENERGY, Records.windowToChange(DEVICE, 0, second, energy - 7_000_000));
      write(Topic.ENERGY, Records.windowToChange(DEVICE, 1, second, energy + 9_000_000));
      write(Topic.ENERGY, Records.window(DEVICE, 2, second, energy));
      write(Topic.ENERGY, Records.window(DEVICE, 2, second, energy)); // The sink began again.
      microjoules += energy;
    }
    write(Topic.ENERGY, Records.kernel(DEVICE, "a", "gemm", Records.START_NANOS, 8_000_000));

    double joules = await("sum(sum_over_time(energy_energy_joules{book=\"window1s\"}[2m]))");
    assertThat(joules).isEqualTo(microjoules * 1e-6);
    assertThat(await("sum(count_over_time(energy_energy_joules{book=\"window1s\"}[2m]))"))
        .isEqualTo(WINDOWS);
    assertThat(await("sum(sum_over_time(energy_energy_joules{user_name=\"a\\\"b\"}[2m]))"))
        .as("the user is a label")
        .isEqualTo(8.0);
  }

  @Test
  void noTextBecomesANumber() throws Exception {
    write(Topic.ENERGY, Records.window(DEVICE, 0, 1, 5));
    write(Topic.POWER, Records.power(DEVICE, 0, Records.START_NANOS, 10, 9));
    write(Topic.FLEET, Records.fleet(3));
    write(Topic.DECISIONS, Records.decision(DEVICE, 3));
    write(Topic.ACTUATIONS, Records.actuation(DEVICE));
    await("count(last_over_time(power_true_power_watts[2m]))");

    String names = get("/api/v1/label/__name__/values");
    assertThat(names)
        .contains("energy_energy_joules", "power_true_power_watts", "fleet_power_watts")
        .doesNotContain("entry_id", "profile_id", "labels", "settings", "detail", "is_final");
  }

  private void write(Topic topic, byte[] record) throws Exception {
    PointLines lines = new PointLines();
    makers.get(topic).make(DEVICE, record, lines);
    if (lines.count() > 0) {
      store.write(lines.text(0, lines.count()));
    }
  }

  /** The answer as soon as there is one: new points are found a second or two later. */
  private double await(String expression) throws Exception {
    long seconds = Records.START_NANOS / 1_000_000_000L + WINDOWS;
    String query =
        "/api/v1/query?nocache=1&time="
            + seconds
            + "&query="
            + URLEncoder.encode(expression, StandardCharsets.UTF_8);
    JsonNode[] found = new JsonNode[1];
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              get("/internal/force_flush");
              found[0] = new ObjectMapper().readTree(get(query)).path("data").path("result");
              return !found[0].isEmpty();
            });
    return found[0].path(0).path("value").path(1).asDouble();
  }

  private String get(String path) throws IOException, InterruptedException {
    return HTTP.send(
            HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString())
        .body();
  }
}
