package io.wattune.embedded.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What may be asked of the Flink of {@code up} by whoever reaches its port. */
@Tag("long")
class RestGuardTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static LocalFlink flink;

  @BeforeAll
  static void start() {
    flink = LocalFlink.startTemporary(1);
    await()
        .atMost(PATIENCE)
        .until(() -> status("GET", "/v1/jobs/overview", "localhost").equals("200"));
  }

  @AfterAll
  static void stop() {
    flink.close();
  }

  /** Fails where another user of the machine, or a web page, can run code as the owner of up. */
  @Test
  void aJobOfAnotherProcessIsNotTakenAndOneOfThisProcessIs() throws Exception {
    URI rest = flink.restAddress();
    var attacker = new JobSubmitter(FlinkAccess.plain(rest), List.of());
    assertThatThrownBy(() -> attacker.submit("evil", settings -> {}, RestGuardTest::job))
        .isInstanceOf(JobFailedException.class);
    assertThat(flink.miniCluster().listJobs().get()).isEmpty();

    try (RunningJob ours =
        JobSubmitter.to(flink).submit("ours", settings -> {}, RestGuardTest::job)) {
      assertThat(new FlinkCluster(FlinkAccess.plain(rest)).jobs())
          .extracting(ClusterJob::id, ClusterJob::name)
          .containsExactly(org.assertj.core.groups.Tuple.tuple(ours.id().toString(), "ours"));
    }
  }

  @Test
  void whoReachesThePortMayLookAndNothingElse() throws Exception {
    assertThat(status("GET", "/v1/overview", "127.0.0.1")).isEqualTo("200");
    for (String method : List.of("POST", "PATCH", "PUT", "DELETE")) {
      assertThat(status(method, "/v1/jobs", "localhost")).as(method).isEqualTo("405");
    }
    String job = "/jobs/00000000000000000000000000000000/";
    assertThat(status("GET", job + "yarn-cancel", "localhost")).isEqualTo("405");
    assertThat(status("GET", job + "%79arn-stop", "localhost")).isEqualTo("405");
  }

  @Test
  void anotherSiteMayNotEvenLook() throws Exception {
    assertThat(status("GET", "/v1/overview", "evil.example")).as("a rebound name").isEqualTo("421");
    assertThat(status("GET", "/v1/overview", "localhost\r\nSec-Fetch-Site: cross-site"))
        .isEqualTo("403");
    assertThat(status("GET", "/v1/overview", "localhost\r\nSec-Fetch-Site: same-origin"))
        .isEqualTo("200");
  }

  private static void job(StreamExecutionEnvironment environment) {
    environment.fromSequence(0, Long.MAX_VALUE).sinkTo(new DiscardingSink<>());
  }

  /** By a bare connection: a client of Java's sets no such host, and no browser's words. */
  private static String status(String method, String path, String host) throws Exception {
    URI rest = flink.restAddress();
    try (var connection = new Socket(rest.getHost(), rest.getPort())) {
      connection.setSoTimeout((int) PATIENCE.toMillis());
      String request =
          method
              + " "
              + path
              + " HTTP/1.1\r\nHost: "
              + host
              + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
      connection.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var answer =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
      String line = answer.readLine();
      return line == null ? "closed" : line.split(" ", -1)[1];
    }
  }
}
