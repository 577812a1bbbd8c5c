package io.wattune.collectors.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.decisions.GuardianProbe;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.writer.GuardianStatus;
import io.wattune.http.Access;
import io.wattune.http.Health;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServer;
import io.wattune.http.PartServerOptions;
import io.wattune.http.Role;
import io.wattune.http.fuzz.HttpFuzz;
import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to the agent that are nearly right, those for its writer and guardian among them. */
class AgentHttpFuzzTest {
  private static final String TOKEN = "read-token-0123456789";

  @TempDir private Path folder;

  @Test
  void forAWhile() throws Exception {
    fuzz(HttpFuzz.SHORT, 1);
  }

  @Test
  @Tag("soak")
  void forLong() throws Exception {
    fuzz(HttpFuzz.LONG, System.nanoTime());
  }

  private void fuzz(Duration length, long seed) throws Exception {
    Files.createDirectories(folder.resolve("state"));
    NodeConfig node =
        NodeFile.read(
            Files.writeString(
                folder.resolve("n1.json"),
                "{\"node\": \"n1\", \"stateFolder\": \"state\", \"bootstrapServers\": \"h:1\"}"));
    var guardian = new GuardianStatus("n1", 3, 1, 0, 0, true, "", false, 0);
    try (var report =
            StatusReport.start(
                new GuardianProbe(() -> List.of(guardian)),
                List.of(node.folder().guardianStatus()));
        var agent =
            PartServer.start(
                new PartServerOptions(
                    "agent",
                    "1",
                    ListenAddress.loopback(0),
                    new Access(List.of(new Access.Token(Role.READ, "read", TOKEN)))),
                Health.ALWAYS_UP,
                Metrics.of(MetricSource.NOTHING),
                new StatusRoutes(List.of(node), System::currentTimeMillis)::addTo)) {
      Map<Integer, Integer> answers =
          new HttpFuzz(agent.address(), seeds(agent.address().getAuthority())).send(length, seed);

      assertThat(answers).as("seed %d", seed).containsKeys(200, 400, 401, 404, 503);
    }
  }

  private static List<String> seeds(String host) {
    return Stream.of(
            "/health",
            "/metrics",
            "/writer/health",
            "/writer/metrics?node=n1",
            "/guardian/health?node=n1",
            "/guardian/metrics?node=n1")
        .map(
            path ->
                "GET "
                    + path
                    + " HTTP/1.1\r\nHost: "
                    + host
                    + "\r\nAuthorization: Bearer "
                    + TOKEN
                    + "\r\n\r\n")
        .toList();
  }
}
