package io.wattune.sinks.influx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.topics.Topic;
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
import java.net.http.HttpResponse;
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
 * A genuine InfluxDB takes every point, and a repeat replaces it. It is InfluxDB 1 from Debian's
 * packages ({@code apt install influxdb}). Skipped where {@code influxd} is not on the PATH.
 */
class OldInfluxTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private static final String DEVICE = "n1/GPU-1, a=b";

  private final Map<Topic, PointMaker> makers = PointMakers.of(BundledSchemas.get());
  private Process process;
  private URI url;
  private InfluxStore store;

  private static Optional<Path> influxd() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(entry -> Path.of(entry, "influxd"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @BeforeEach
  void start() throws Exception {
    Optional<Path> program = influxd();
    assumeThat(program).as("influxd is not on the PATH: apt install influxdb").isPresent();
    int port = freePort();
    Path settings = folder.resolve("influxdb.conf");
    Files.writeString(settings, settings(port, freePort()));
    process =
        new ProcessBuilder(program.orElseThrow().toString(), "-config", settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log.txt").toFile())
            .start();
    url = URI.create("http://127.0.0.1:" + port);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(() -> query("CREATE DATABASE wattune") != null);
    store = new InfluxStore(new StoreAddress(url, StoreKind.INFLUXDB1, "o", "wattune", null));
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

  private String settings(int port, int rpcPort) {
    return """
        reporting-disabled = true
        bind-address = "127.0.0.1:%d"
        [meta]
          dir = "%s/meta"
        [data]
          dir = "%s/data"
          wal-dir = "%s/wal"
        [http]
          bind-address = "127.0.0.1:%d"
          log-enabled = false
        """
        .formatted(rpcPort, folder, folder, folder, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private JsonNode query(String text) throws Exception {
    String query = "db=wattune&epoch=ns&q=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve("/query"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(query))
            .build();
    String answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
    return new ObjectMapper().readTree(answer).path("results").path(0);
  }

  private long count(String field, String measurement) throws Exception {
    JsonNode result = query("SELECT count(" + field + ") FROM " + measurement);
    return result.path("series").path(0).path("values").path(0).path(1).asLong();
  }

  private String points(Topic topic, byte[]... records) throws Exception {
    PointLines lines = new PointLines();
    for (byte[] record : records) {
      makers.get(topic).make(DEVICE, record, lines);
    }
    return lines.text(0, lines.count());
  }

  @Test
  void everyPointIsKeptOnceHoweverOftenItIsWritten() throws Exception {
    for (int time = 0; time < 2; time++) {
      store.write(points(Topic.POWER, Records.power(DEVICE, 0, Records.START_NANOS, 500, 9)));
      store.write(
          points(
              Topic.ENERGY,
              Records.window(DEVICE, 0, 1, 5),
              Records.window(DEVICE, 1, 1, 6),
              Records.kernel(DEVICE, "a", "gemm \"x\"", Records.START_NANOS, 7),
              Records.kernel(DEVICE, "b", "gemm", Records.START_NANOS, 8)));
      store.write(points(Topic.FLEET, Records.fleet(3)));
      store.write(
          points(
              Topic.DECISIONS,
              Records.decision(DEVICE, 3),
              Records.decision(DEVICE, 4),
              Records.claim()));
      store.write(points(Topic.ACTUATIONS, Records.actuation(DEVICE)));
    }

    assertThat(count("true_power_watts", "power")).isEqualTo(500);
    assertThat(count("entry_id", "energy")).isEqualTo(3);
    assertThat(count("power_watts", "fleet")).isEqualTo(1);
    assertThat(count("epoch", "decisions")).isEqualTo(3);
    assertThat(count("epoch", "actuations")).isEqualTo(1);
    assertThat(count("epoch", "controls")).isEqualTo(2);
    JsonNode window = query("SELECT revision, energy_joules FROM energy WHERE book = 'window1s'");
    assertThat(window.path("series").path(0).path("values").path(0))
        .extracting(JsonNode::asText)
        .contains("1", "6.0E-6");
    assertThat(query("SHOW TAG VALUES WITH KEY = device").toString()).contains(DEVICE);
  }

  @Test
  void aPointWhoseFieldHasAnotherTypeIsRefused() throws Exception {
    store.write("power,device=d revision=1i 1\n");

    assertThatThrownBy(() -> store.write("power,device=d revision=\"one\" 2\n"))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("conflict");
  }

  @Test
  void aRetentionPolicyIsGivenAfterASlash() throws Exception {
    assertThat(
            query("CREATE RETENTION POLICY week ON wattune DURATION 7d REPLICATION 1").has("error"))
        .isFalse();
    long nowNanos = System.currentTimeMillis() * 1_000_000;
    try (var week =
        new InfluxStore(new StoreAddress(url, StoreKind.INFLUXDB1, "o", "wattune/week", null))) {
      week.write("power,device=d revision=1i " + nowNanos + "\n");
    }
    assertThat(count("revision", "wattune.week.power")).isEqualTo(1);
    assertThat(count("revision", "wattune.autogen.power")).isZero();
  }

  @Test
  void whatIsNotThereIsSaidWithWhatWasTriedAndWhatAnswered() {
    try (var other =
        new InfluxStore(new StoreAddress(url, StoreKind.INFLUXDB1, "o", "nowhere", null))) {
      assertThatThrownBy(() -> other.write("power,device=d revision=1i 1\n"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("POST /write was answered 404")
          .hasMessageContaining("nowhere")
          .hasMessageContaining("CREATE DATABASE");
    }
    try (var newer =
        new InfluxStore(new StoreAddress(url, StoreKind.INFLUXDB, "o", "wattune/no", null))) {
      assertThatThrownBy(() -> newer.write("power,device=d revision=1i 1\n"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageNotContaining("null");
    }
  }
}
