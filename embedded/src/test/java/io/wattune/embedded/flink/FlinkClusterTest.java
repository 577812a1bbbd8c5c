package io.wattune.embedded.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.wattune.schemas.failure.EngineException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers as Flink gives them, from a stand-in. */
class FlinkClusterTest {
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private HttpServer server;
  private FlinkCluster flink;

  @TempDir Path folder;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String answer = answers.get(exchange.getRequestURI().toString());
          byte[] body = (answer == null ? "nothing here" : answer).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    flink =
        new FlinkCluster(
            FlinkAccess.plain(URI.create("http://127.0.0.1:" + server.getAddress().getPort())));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void jobsAreListedEndedOnesToo() throws Exception {
    jobs("a", "RUNNING", "b", "FAILED");

    assertThat(flink.jobs())
        .containsExactly(
            new ClusterJob("a", "job", "RUNNING", 5, 4), new ClusterJob("b", "job", "FAILED", 0, 0))
        .extracting(ClusterJob::hasEnded)
        .containsExactly(false, true);
  }

  @Test
  void theLastCauseOfAFailureIsTold() throws Exception {
    answers.put(
        "/v1/jobs/a/exceptions",
        """
        {"exceptionHistory": {"entries": [{"stacktrace":
          "x.Recovery: no\\n\\tat a.b\\nCaused by: y.Real: disk is full\\n\\tat c.d"}]}}
        """);
    answers.put("/v1/jobs/b/exceptions", "{\"exceptionHistory\": {\"entries\": []}}");

    assertThat(flink.lastFailure("a")).contains("y.Real: disk is full");
    assertThat(flink.lastFailure("b")).isEmpty();
  }

  @Test
  void aStateThatCouldNotBeKeptIsAnError() throws Exception {
    answers.put("/v1/jobs/a/savepoints/1", "{\"status\": {\"id\": \"IN_PROGRESS\"}}");
    answers.put(
        "/v1/jobs/a/savepoints/2",
        """
        {"status": {"id": "COMPLETED"},
         "operation": {"failure-cause": {"class": "x.Y", "stack-trace": "x.Y: no room\\n\\tat z"}}}
        """);
    answers.put(
        "/v1/jobs/a/savepoints/3",
        "{\"status\": {\"id\": \"COMPLETED\"}, \"operation\": {\"location\": \"file:/s\"}}");

    assertThat(flink.savepoint("a", "1")).isEmpty();
    assertThatThrownBy(() -> flink.savepoint("a", "2"))
        .hasMessage("the state could not be kept: x.Y: no room");
    assertThat(flink.savepoint("a", "3")).contains("file:/s");
  }

  @Test
  void whereNobodyAnswersThatIsSaid() {
    int port = server.getAddress().getPort();
    assertThatThrownBy(() -> flink.freeSlots())
        .hasMessage(
            "Flink at http://127.0.0.1:"
                + port
                + " answers GET /v1/overview with 404: nothing here");
    server.stop(0);

    assertThatThrownBy(() -> flink.freeSlots())
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("no Flink cluster answers at http://127.0.0.1:" + port);
  }

  @Test
  void theNewestStateOfAJobIsFoundOnTheClusterOrInItsFolder() throws Exception {
    jobs("a", "FAILED", "b", "CANCELED");
    checkpoints("a", "file:/old", 1_000);
    checkpoints("b", "file:/newer", 5_000_000);

    assertThat(StateSearch.newest(flink, "job", null))
        .map(SavedState::path)
        .contains("file:/newer");
    assertThat(StateSearch.newest(flink, "another", null)).isEmpty();

    metadata("0123/chk-7", 4_000_000);
    assertThat(newestInFolder()).isEqualTo("file:/newer");
    metadata("4567/chk-9", 6_000_000);
    assertThat(newestInFolder()).endsWith("/4567/chk-9/");
    metadata("savepoints/savepoint-4567-89", 7_000_000);
    assertThat(newestInFolder()).endsWith("/savepoints/savepoint-4567-89/");
    // Not complete: nothing says what is in it.
    Files.createDirectories(folder.resolve("4567/chk-10"));
    assertThat(newestInFolder()).endsWith("/savepoints/savepoint-4567-89/");
  }

  @Test
  void whatLiesInTheClustersMemoryIsNoState() throws Exception {
    jobs("a", "FAILED", "b", "FAILED");
    checkpoints("a", "<checkpoint-not-externally-addressable>", 1_000);
    answers.put("/v1/jobs/b/checkpoints", "{\"latest\": {\"completed\": null}}");

    assertThat(StateSearch.newest(flink, "job", null)).isEmpty();
    assertThat(StateSearch.newest(flink, "job", "s3://bucket/job")).isEmpty();
  }

  private String newestInFolder() throws Exception {
    return StateSearch.newest(flink, "job", folder.toUri().toString()).orElseThrow().path();
  }

  private void metadata(String place, long millis) throws Exception {
    Path file = Files.createDirectories(folder.resolve(place)).resolve("_metadata");
    Files.writeString(file, "x");
    Files.setLastModifiedTime(file, FileTime.fromMillis(millis));
  }

  private void checkpoints(String job, String path, long millis) {
    answers.put(
        "/v1/jobs/" + job + "/checkpoints",
        """
        {"counts": {"completed": 3, "failed": 1}, "latest": {"savepoint": null, "completed":
          {"external_path": "%s", "latest_ack_timestamp": %d}}}
        """
            .formatted(path, millis));
  }

  private void jobs(String one, String state, String other, String otherState) {
    answers.put(
        "/v1/jobs/overview",
        """
        {"jobs": [{"jid": "%s", "name": "job", "state": "%s", "tasks": {"total": 5, "running": 4}},
                  {"jid": "%s", "name": "job", "state": "%s"}]}
        """
            .formatted(one, state, other, otherState));
  }
}
