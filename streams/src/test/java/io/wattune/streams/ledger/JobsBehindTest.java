package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.wattune.embedded.flink.FlinkRest;
import io.wattune.embedded.flink.JobsProbe;
import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import io.wattune.testkit.Scrape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A job that is behind, or keeps no state, is down: by answers as Flink gives them. */
class JobsBehindTest {
  private static final String JOB = "wattune-ledger";
  private static final String VERTEX = "/v1/jobs/a/vertices/v/metrics";
  private static final long NOW = 1_000_000_000_000L;
  private static final String SAMPLE = "wattune_jobs_behind_seconds{job=\"wattune-ledger\"}";

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private HttpServer server;
  private JobsProbe probe;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String answer = answers.get(exchange.getRequestURI().toString());
          byte[] body = (answer == null ? "no" : answer).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    probe =
        new JobsProbe(
            new FlinkRest(address, LedgerJob.SOURCE), List.of(JOB), Duration.ofSeconds(60));
    answers.put(
        "/v1/jobs/overview", "{\"jobs\": [{\"jid\": \"a\", \"name\": \"%s\"}]}".formatted(JOB));
    answers.put(
        "/v1/jobs/a",
        """
        {"jid": "a", "state": "RUNNING", "now": %d, "timestamps": {"RUNNING": %d}, "vertices": [
          {"id": "u", "name": "energy: Writer"}, {"id": "v", "name": "Source: readings -> key"}]}
        """
            .formatted(NOW, NOW - 3_600_000));
    answers.put(
        "/v1/jobs/a/metrics?get=numRestarts", "[{\"id\": \"numRestarts\", \"value\": \"0\"}]");
    answers.put("/v1/jobs/a/checkpoints/config", "{\"interval\": 1000}");
    checkpoints(NOW - 1_000, "null");
    behind("-1", "NaN", "-1", "NaN");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void theTaskThatIsFurthestBehindCounts() {
    behind("200", "4", "61001", "0");

    assertThat(check().status()).isEqualTo(HealthStatus.DOWN);
    assertThat(check().detail()).contains("behind by 61 s");
    assertThat(Scrape.of(probe).samples()).containsEntry(SAMPLE, 61.001);
  }

  @Test
  void whoWaitsForRecordsIsNotBehindHoweverOldItsLastIs() {
    behind("200", "0", "86400000", "9");

    assertThat(check().status()).isEqualTo(HealthStatus.UP);
    assertThat(Scrape.of(probe).samples()).containsEntry(SAMPLE, 0.2);
  }

  @Test
  void whatFlinkDoesNotKnowYetIsNotShown() {
    answers.put(VERTEX, "[]");

    assertThat(check().status()).isEqualTo(HealthStatus.UP);
    assertThat(Scrape.of(probe).samples()).doesNotContainKey(SAMPLE);
  }

  @Test
  void aCheckpointThatFailedIsAWarningUntilTheNext() {
    checkpoints(NOW - 5_000, failed(NOW - 2_000));

    assertThat(check().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(check().detail()).contains("20 have failed, the last one: it expired");
    assertThat(check().detail()).doesNotContain("at x.y");

    checkpoints(NOW - 1_000, failed(NOW - 2_000));

    assertThat(check().status()).isEqualTo(HealthStatus.UP);
  }

  @Test
  void withoutACheckpointForTooLongItIsDown() {
    checkpoints(NOW - 61_000, failed(NOW - 2_000));
    assertThat(check().status()).isEqualTo(HealthStatus.DEGRADED);

    checkpoints(NOW - 62_001, failed(NOW - 2_000));
    assertThat(check().status())
        .as("more than the bound and two intervals")
        .isEqualTo(HealthStatus.DOWN);
  }

  @Test
  void aJobThatMakesNoneByItselfIsNotDownForIt() {
    answers.put("/v1/jobs/a/checkpoints/config", "{\"interval\": " + Long.MAX_VALUE + "}");
    checkpoints(NOW - 3_600_000, "null");

    assertThat(check().status()).isEqualTo(HealthStatus.UP);
  }

  private HealthCheck check() {
    List<HealthCheck> checks = probe.checks();
    assertThat(checks).hasSize(1);
    return checks.get(0);
  }

  private static String failed(long triggered) {
    return "{\"trigger_timestamp\": %d, \"failure_message\": \"it expired\\n\\tat x.y\"}"
        .formatted(triggered)
        .replace("\n", "\\n")
        .replace("\t", "\\t");
  }

  private void checkpoints(long ended, String failed) {
    answers.put(
        "/v1/jobs/a/checkpoints",
        """
        {"counts": {"completed": 5, "failed": 20}, "latest": {"failed": %s, "completed":
          {"trigger_timestamp": %d, "latest_ack_timestamp": %d, "state_size": 1}}}
        """
            .formatted(failed, ended - 100, ended));
  }

  /** What two tasks say; Flink gives each value as a text. */
  private void behind(String lag0, String idle0, String lag1, String idle1) {
    String[] ids = {
      "0.Source__readings.currentEmitEventTimeLag", "0.Source__readings.KafkaSourceReader.x",
      "0.Source__readings.sourceIdleTime", "1.Source__readings.currentEmitEventTimeLag",
      "1.Source__readings.sourceIdleTime"
    };
    answers.put(VERTEX, "[{\"id\": \"" + String.join("\"}, {\"id\": \"", ids) + "\"}]");
    answers.put(
        VERTEX + "?get=" + String.join("%2C", ids[0], ids[2], ids[3], ids[4]),
        "[{\"id\": \"%s\", \"value\": \"%s\"}, {\"id\": \"%s\", \"value\": \"%s\"},"
                .formatted(ids[0], lag0, ids[2], idle0)
            + " {\"id\": \"%s\", \"value\": \"%s\"}, {\"id\": \"%s\", \"value\": \"%s\"}]"
                .formatted(ids[3], lag1, ids[4], idle1));
  }
}
