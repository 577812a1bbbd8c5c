package io.wattune.embedded.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.kafka.HostPort;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testkit.Certificates;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster that takes jobs from whoever shows a certificate that it trusts, and from no one else.
 */
@Tag("long")
class FlinkByTlsTest {
  @TempDir private static Path folder;
  private static Certificates certificates;
  private static Path client;
  private static LocalFlink flink;

  @BeforeAll
  static void start() throws Exception {
    certificates = new Certificates(folder.resolve("certificates"));
    client = certificates.rsaKey("client");
    var options =
        new LocalFlinkOptions("127.0.0.1", 0, 1, 2, null, true, tls(certificates.rsaKey("flink")));
    flink = LocalFlink.start(options);
  }

  @AfterAll
  static void stop() {
    flink.close();
  }

  private static FlinkTls tls(@Nullable Path key) throws IOException {
    return tls(certificates, key);
  }

  /** By the file that an operator would write. */
  private static FlinkTls tls(Certificates trusted, @Nullable Path key) throws IOException {
    String password = "${secret:" + certificates.passwordFile() + "}";
    StringBuilder text = new StringBuilder("# how Flink is asked\n");
    text.append("security.ssl.rest.truststore: ").append(trusted.trust());
    text.append("\nsecurity.ssl.rest.truststore-password: ").append(password);
    if (key != null) {
      text.append("\nsecurity.ssl.rest.keystore: '").append(key).append("'");
      text.append("\nsecurity.ssl.rest.keystore-password: ").append(password);
      text.append("\nsecurity.ssl.rest.key-password: ").append(password);
    }
    return FlinkTls.read(Files.writeString(folder.resolve("client.yaml"), text + "\n"));
  }

  private static FlinkAccess access(@Nullable FlinkTls tls) {
    URI rest = flink.restAddress();
    return new FlinkAccess(new HostPort(rest.getHost(), rest.getPort()), tls);
  }

  @Test
  void whoShowsACertificateSubmitsWatchesAndStopsJobs() throws Exception {
    FlinkAccess access = access(tls(client));
    var cluster = new FlinkCluster(access);
    cluster.awaitAnswer(Duration.ofSeconds(20));

    try (RunningJob job =
        new JobSubmitter(access, List.of()).submit("by-tls", c -> {}, FlinkByTlsTest::endless)) {
      assertThat(cluster.jobs()).extracting(ClusterJob::name).contains("by-tls");
      assertThat(new FlinkRest(access, "readings").jobs(List.of("by-tls"))).hasSize(1);
      job.check();
    }

    assertThat(cluster.jobs())
        .filteredOn(job -> job.name().equals("by-tls"))
        .allMatch(ClusterJob::hasEnded);
  }

  /** Settings of the environment go to the cluster with the job, and onto its page. */
  @Test
  void noPasswordGoesAlongWithAJob() throws Exception {
    FlinkAccess access = access(tls(client));
    var seen = new java.util.concurrent.atomic.AtomicReference<Map<String, String>>();

    try (RunningJob job =
        new JobSubmitter(access, List.of())
            .submit(
                "no-password",
                c -> {},
                environment -> {
                  endless(environment);
                  seen.set(
                      ((org.apache.flink.configuration.Configuration)
                              environment.getConfiguration())
                          .toMap());
                })) {
      job.check();
      assertThat(seen.get().toString()).doesNotContain(certificates.password(), "security.ssl");
    }
  }

  @Test
  void whoShowsNoneIsToldSoInOneLine() throws Exception {
    assertRefused(access(tls((Path) null)), "see security.ssl.rest.keystore in --flink-client");
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
    var strangers = new Certificates(folder.resolve("strangers"));
    assertRefused(
        access(tls(strangers.rsaKey("stranger"))), "the TLS handshake with Flink at https:");
    assertRefused(access(tls(strangers, client)), "is not trusted; security.ssl.rest.truststore");
  }

  @Test
  void aCertificateThatIsOverIsRefusedOnBothSides() throws Exception {
    Path over = certificates.expiredRsaKey("over");
    assertRefused(access(tls(over)), "the TLS handshake with Flink at https:");

    var options = new LocalFlinkOptions("127.0.0.1", 0, 1, 1, null, true, tls(over));
    try (LocalFlink expired = LocalFlink.start(options)) {
      URI rest = expired.restAddress();
      var access = new FlinkAccess(new HostPort(rest.getHost(), rest.getPort()), tls(client));
      assertRefused(access, "has expired");
    }
  }

  @Test
  void plainHttpGetsNoAnswerOfACluster() throws Exception {
    assertThatThrownBy(() -> new FlinkCluster(access(null)).size())
        .isInstanceOf(EngineException.class)
        .hasMessageMatching("(?s).*(does it speak TLS|no Flink cluster answers).*");
    try (var socket = new Socket("127.0.0.1", flink.restAddress().getPort())) {
      socket.setSoTimeout(10_000);
      socket
          .getOutputStream()
          .write("GET /v1/jobs HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .doesNotContain("200 OK", "jobs\":");
    }
  }

  @Test
  void aRenewedCertificateCountsWithoutANewClient() throws Exception {
    Path renewed = folder.resolve("renewed.p12");
    Files.copy(certificates.expiredRsaKey("late"), renewed);
    FlinkAccess access = access(tls(renewed));
    assertRefused(access, "the TLS handshake");

    Files.copy(client, renewed, StandardCopyOption.REPLACE_EXISTING);
    Files.setLastModifiedTime(renewed, java.nio.file.attribute.FileTime.fromMillis(1_000_000));

    assertThat(new FlinkCluster(access).size().slots()).isPositive();
  }

  @Test
  void secretsInClearAndOtherOptionsAreRefused() {
    Map<String, String> trust =
        Map.of(
            "security.ssl.rest.truststore", "/t.p12",
            "security.ssl.rest.truststore-password", "geheim");
    assertThatThrownBy(() -> FlinkTls.of(trust))
        .hasMessageContaining("holds a secret in clear")
        .hasMessageNotContaining("geheim");
    assertThatThrownBy(() -> FlinkTls.of(Map.of("security.ssl.rest.trust", "/t.p12")))
        .hasMessageContaining("Flink has no option security.ssl.rest.trust for TLS");
    assertThatThrownBy(() -> FlinkTls.of(Map.of()))
        .hasMessageContaining("security.ssl.rest.truststore is missing");
  }

  private static void assertRefused(FlinkAccess access, String message) {
    assertThatThrownBy(() -> new FlinkCluster(access).size())
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private static void endless(StreamExecutionEnvironment environment) {
    environment.fromSequence(0, Long.MAX_VALUE).sinkTo(new DiscardingSink<>());
  }
}
