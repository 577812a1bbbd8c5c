package io.wattune.launcher.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.pipeline.jobs.ClusterSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Clusters whose own settings do not do, by answers as Flink gives them, from a stand-in. */
@Execution(ExecutionMode.CONCURRENT)
class JobsOnAnOddClusterTest {
  private static final String RUNNING =
      "{\"jobs\": [{\"jid\": \"a\", \"name\": \"wattune-ledger\", \"state\": \"RUNNING\","
          + " \"tasks\": {\"total\": 2, \"running\": 2}}]}";

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> posted = new ArrayList<>();
  private HttpServer server;

  private record Run(int exitCode, String out, String err) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().toString();
          if (exchange.getRequestMethod().equals("POST")) {
            posted.add(path);
          }
          String answer = answers.get(path);
          byte[] body = (answer == null ? "no" : answer).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    answers.put("/v1/overview", "{\"slots-total\": 4, \"slots-available\": 4}");
    answers.put("/v1/jobs/overview", "{\"jobs\": []}");
    answers.put("/v1/jobmanager/config", "[]");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @CsvSource({
    "state.backend.type, rocksdb",
    "state.backend, rocksdb",
    "state.backend.type, forst",
    "state.backend.type," + " org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackendFactory",
  })
  void theLedgerIsNotSubmittedWhereStateIsOnDisk(String key, String backend) {
    ModuleJars.assumeMade();
    configure(key, backend);

    Run run = jobs("--detach", "--bootstrap", "127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err())
        .contains("wattune-ledger was not submitted", backend, "set state.backend.type: hashmap");
    assertThat(posted).isEmpty();
  }

  @Test
  @Tag("long")
  void onDiskThereIsNothingAgainstTheSensitivityJob() {
    ModuleJars.assumeMade();
    configure("state.backend.type", "rocksdb");

    Run run = jobs("--detach", "--jobs", "sensitivity", "--bootstrap", "127.0.0.1:1");

    // The next thing that is missing.
    assertThat(run.err()).contains("no Kafka broker answers at 127.0.0.1:1");
  }

  @Test
  void inMemoryOrUnsaidThereIsNothingAgainstTheLedger() {
    assertThat(new ClusterSettings(Map.of("state.backend.type", "hashmap")).againstTheLedger())
        .isEmpty();
    assertThat(new ClusterSettings(Map.of()).againstTheLedger()).isEmpty();
  }

  @Test
  void stopWithoutAFolderForSavepointsIsOneLineAndStopsNothing() {
    answers.put("/v1/jobs/overview", RUNNING);

    Run run = jobs("--stop");

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err())
        .contains("no job was stopped", "--checkpoint-dir", "execution.checkpointing.savepoint-dir")
        .doesNotContain("{", "Exception");
    assertThat(posted).isEmpty();
  }

  @Test
  void stopTakesTheClustersOwnFolder() {
    answers.put("/v1/jobs/overview", RUNNING);
    configure("state.savepoints.dir", "file:///savepoints");
    answers.put("/v1/jobs/a/stop", "{\"request-id\": \"7\"}");
    answers.put(
        "/v1/jobs/a/savepoints/7",
        "{\"status\": {\"id\": \"COMPLETED\"}, \"operation\": {\"location\": \"file:/savepoints/7\"}}");

    Run run = jobs("--stop");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("wattune-ledger was stopped; its state is file:/savepoints/7");
  }

  @Test
  void whereNothingRunsStopSaysSo() {
    Run run = jobs("--stop");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("wattune-ledger does not run");
  }

  private void configure(String key, String value) {
    answers.put(
        "/v1/jobmanager/config", "[{\"key\": \"" + key + "\", \"value\": \"" + value + "\"}]");
  }

  private Run jobs(String... more) {
    List<String> words = new ArrayList<>(List.of("jobs", "--flink"));
    words.add("127.0.0.1:" + server.getAddress().getPort());
    words.addAll(List.of(more));
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine(Map.of());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int exitCode = command.execute(words.toArray(String[]::new));
    return new Run(exitCode, out.toString(), err.toString());
  }
}
