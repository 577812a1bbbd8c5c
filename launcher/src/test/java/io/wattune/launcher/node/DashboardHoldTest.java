package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.decision.Actuation;
import io.wattune.core.power.TruePower;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.topics.Topic;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A dashboard on a real broker: records become JSON, and a node obeys a hold of the page. */
@Tag("long")
@EnabledOnOs({OS.LINUX, OS.MAC})
class DashboardHoldTest {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private LiveDashboard live;
  private Controls controls;

  @BeforeEach
  void start() throws Exception {
    live = LiveDashboard.start(folder.resolve("broker"));
    controls = live.controls();
  }

  @AfterEach
  void stop() throws Exception {
    live.close();
  }

  private JsonNode json(String path) throws Exception {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(live.address() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
    return MAPPER.readTree(answer.body());
  }

  private HttpResponse<String> change(String method, String path, String body) throws Exception {
    HttpResponse<String> session =
        client.send(
            HttpRequest.newBuilder(URI.create(live.address() + "/api/session")).build(),
            HttpResponse.BodyHandlers.ofString());
    return client.send(
        HttpRequest.newBuilder(URI.create(live.address() + path))
            .header("Content-Type", "application/json")
            .header("Cookie", session.headers().firstValue("Set-Cookie").orElse("").split(";")[0])
            .header("X-Wattune-Csrf", MAPPER.readTree(session.body()).path("csrf").asText())
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  @Tag("nightly")
  void recordsBecomeJsonAndOneThatCannotBeReadStopsNothing() throws Exception {
    controls.send(Topic.POWER, "n1/a", "no block".getBytes(StandardCharsets.UTF_8));

    // Power of one moment is soon too old to count: there is some as long as it is waited for.
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              controls.send(Topic.POWER, "n1/a", powerOfNow());
              assertThat(json("/api/fleet").path("cluster").path("powerWatts").asDouble())
                  .isEqualTo(100);
            });
    assertThat(live.dashboard().status().recordsUndecodable()).isEqualTo(1);
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              JsonNode health = json("/api/health");
              assertThat(health.path("parts").toString()).contains("\"UP\"").contains("nowhere");
              assertThat(health.path("topics").toString())
                  .contains("\"topic\":\"power\",\"recordsPerSecond\"");
            });
  }

  private static byte[] powerOfNow() {
    long now = Controls.nowNanos();
    return new PowerBlockCodec()
        .encode(
            new TruePower(
                "n1/a",
                "s",
                0,
                "p",
                new long[] {now - now % 1000},
                new int[] {90_000},
                new int[] {100_000},
                new int[] {500},
                new byte[] {1},
                null,
                0));
  }

  @Test
  void aHoldOfThePageIsObeyedByTheNode() throws Exception {
    NodeOnDisk node = NodeOnDisk.make(folder, "n1", live.bootstrapServers(), NodeOnDisk.UNSIGNED);
    try (CommandProcess guardian =
            CommandProcess.startOn(NodeClassPath.text(), "guardian", node.file().toString());
        CommandProcess writer =
            CommandProcess.startOn(NodeClassPath.text(), "writer", node.file().toString())) {
      await().atMost(START).until(() -> writer.hasSaid("tuning may begin"));
      await().atMost(START).until(() -> writer.hasSaid("decisions are read"));
      assertThat(guardian.process().isAlive()).isTrue();
      controls.decide(Controls.decision("n1", 1, 1, Controls.nowNanos(), 20_000, 600));
      controls.await(answer -> answer.sequence() == 1, SOON);
      await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(json("/api/control").path("decisions").toString())
                      .contains("\"outcome\":\"applied\""));

      HttpResponse<String> ordered =
          change("POST", "/api/holds", "{\"scope\":\"everything\",\"reason\":\"test\"}");
      assertThat(ordered.statusCode()).as(ordered.body()).isEqualTo(201);
      List<Actuation> answers = controls.await(answer -> answer.reason().equals("held"), SOON);
      assertThat(answers.get(answers.size() - 1))
          .extracting(Controls::words)
          .isEqualTo("RESTORED held 1");
      assertThat(node.isAtOwnSettings()).isTrue();
      controls.decide(Controls.decision("n1", 1, 2, Controls.nowNanos(), 20_000, 600));
      controls.await(answer -> Controls.words(answer).equals("REFUSED held 2"), SOON);

      String id = MAPPER.readTree(ordered.body()).path("id").asText();
      assertThat(change("DELETE", "/api/holds/" + id, "").statusCode()).isEqualTo(200);
      await()
          .atMost(SOON)
          .untilAsserted(() -> assertThat(json("/api/control").path("holds")).isEmpty());
    }
  }
}
