package io.wattune.collectors.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.collectors.decisions.GuardianProbe;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.writer.GuardianStatus;
import io.wattune.http.Access;
import io.wattune.http.Health;
import io.wattune.http.HealthCheck;
import io.wattune.http.HealthReport;
import io.wattune.http.HealthStatus;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServer;
import io.wattune.http.PartServerOptions;
import io.wattune.http.Role;
import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusRoutesTest {
  private static final String READ = "read-token-0123456789";

  @TempDir private Path folder;

  private final AtomicLong nowMillis = new AtomicLong(System.currentTimeMillis());
  private NodeConfig node;
  private PartServer agent;

  @BeforeEach
  void start() throws Exception {
    Files.createDirectories(folder.resolve("state"));
    node =
        NodeFile.read(
            Files.writeString(
                folder.resolve("n1.json"),
                "{\"node\": \"n1\", \"stateFolder\": \"state\", \"bootstrapServers\": \"h:1\"}"));
    agent =
        PartServer.start(
            new PartServerOptions(
                "agent",
                "1",
                ListenAddress.loopback(0),
                new Access(List.of(new Access.Token(Role.READ, "read", READ)))),
            Health.ALWAYS_UP,
            Metrics.of(MetricSource.NOTHING),
            new StatusRoutes(List.of(node), nowMillis::get)::addTo);
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  @Test
  void whatAGuardianReportsIsWhatTheAgentShows() throws Exception {
    var status = new GuardianStatus("n1", 3, 1, 0, 0, true, "", false, 0);
    Path file = node.folder().guardianStatus();
    try (StatusReport report =
        StatusReport.start(new GuardianProbe(() -> List.of(status)), List.of(file))) {
      await().until(() -> get("/guardian/health", "").statusCode() == 200);
      nowMillis.set(System.currentTimeMillis());

      JsonNode health = new ObjectMapper().readTree(get("/guardian/health", "").body());
      assertThat(health.path("part").asText()).isEqualTo("guardian");
      assertThat(health.path("status").asText()).isEqualTo("UP");
      assertThat(get("/guardian/metrics", "").statusCode()).as("needs a token").isEqualTo(401);
      assertThat(get("/guardian/metrics", READ).body())
          .contains("wattune_guardian_restores_total{node=\"n1\"} 3.0")
          .contains("jvm_");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @Test
  void aPartThatFallsSilentIsDown() throws Exception {
    write(HealthStatus.UP);
    assertThat(get("/writer/health", "").statusCode()).isEqualTo(200);

    nowMillis.addAndGet(StatusRoutes.LONGEST_SILENCE.toMillis() + 5_000);

    assertThat(get("/writer/health", "").statusCode()).isEqualTo(503);
    assertThat(get("/writer/health", "").body()).contains("DOWN", "has not reported");
    assertThat(get("/writer/metrics", READ).statusCode()).isEqualTo(503);
  }

  @Test
  void aPartThatNeverReportedIsDownAndOneThatIsDownSaysSo() throws Exception {
    assertThat(get("/writer/health", "").statusCode()).isEqualTo(503);
    assertThat(get("/writer/health", "").body()).contains("no writer has reported");
    write(HealthStatus.DOWN);
    assertThat(get("/writer/health", "").statusCode()).isEqualTo(503);
    assertThat(get("/writer/health?node=n1", "").body()).contains("told by the test");
    assertThat(get("/writer/health?node=n2", "").statusCode()).isEqualTo(404);
  }

  @Test
  void halfAStatusIsNone() {
    byte[] whole = PartStatus.of(report(HealthStatus.UP), "metrics".getBytes(UTF_8)).bytes();

    assertThat(PartStatus.read(whole)).isNotNull();
    for (int length = 0; length < whole.length; length++) {
      assertThat(PartStatus.read(Arrays.copyOf(whole, length))).isNull();
    }
    whole[whole.length - 1] ^= 1;
    assertThat(PartStatus.read(whole)).isNull();
  }

  private void write(HealthStatus status) throws IOException {
    nowMillis.set(System.currentTimeMillis());
    new StatusFile(node.folder().writerStatus())
        .write(PartStatus.of(report(status), new byte[0]).bytes());
  }

  private static HealthReport report(HealthStatus status) {
    return new HealthReport(
        "writer", status, "1", 0, List.of(new HealthCheck("a", status, "told by the test")));
  }

  private HttpResponse<String> get(String path, String token) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(agent.address() + path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
