package io.wattune.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import io.wattune.http.tls.Authority;
import io.wattune.http.tls.TlsFiles;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The health check of containers, {@code deploy/docker/health}, against a part's server. */
class HealthScriptTest {
  private static final Path SCRIPT =
      Path.of("").toAbsolutePath().resolveSibling("deploy/docker/health");
  private static final String TOKEN = "a-token-that-nobody-may-see";

  @TempDir private static Path authorityFolder;
  private static Authority authority;
  private static TlsFiles own;

  /** How the script ended, and all that it printed. */
  private record Outcome(int code, String printed) {}

  @BeforeAll
  static void sign() throws Exception {
    authority = new Authority(authorityFolder, "authority");
    own = authority.sign("own", "EC", Duration.ofHours(-1));
  }

  private static PartServer server(HealthStatus status, Access access, @Nullable TlsFiles tls)
      throws IOException {
    return PartServer.start(
        new PartServerOptions("test", "1", ListenAddress.loopback(0), access, tls),
        () -> List.of(new HealthCheck("test", status, "as told")),
        Metrics.of(MetricSource.NOTHING),
        routes -> {});
  }

  private static Outcome ask(int port, Map<String, String> environment) throws Exception {
    var builder = new ProcessBuilder(SCRIPT.toString()).redirectErrorStream(true);
    builder.environment().remove("HEALTH_FILE");
    builder.environment().put("HEALTH_PORT", "" + port);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return new Outcome(process.exitValue(), printed);
  }

  private static Outcome ask(PartServer server) throws Exception {
    return ask(server.address().getPort(), Map.of());
  }

  @Test
  void plainHttpIsAsked() throws Exception {
    try (PartServer up = server(HealthStatus.UP, Access.OPEN, null);
        PartServer degraded = server(HealthStatus.DEGRADED, Access.OPEN, null);
        PartServer down = server(HealthStatus.DOWN, Access.OPEN, null)) {
      assertThat(ask(up)).isEqualTo(new Outcome(0, ""));
      assertThat(ask(degraded).code()).isZero();
      assertThat(ask(down).code()).isEqualTo(1);
      assertThat(ask(down).printed()).contains("503");
    }
  }

  /** Fails where the script asks in the clear only: each part with TLS is unhealthy then. */
  @Test
  void aServerThatSpeaksTlsIsAskedByTls() throws Exception {
    try (PartServer up = server(HealthStatus.UP, Access.OPEN, own);
        PartServer down = server(HealthStatus.DOWN, Access.OPEN, own)) {
      assertThat(ask(up)).isEqualTo(new Outcome(0, ""));
      assertThat(ask(down).code()).isEqualTo(1);
      assertThat(ask(down).printed()).contains("503");
    }
  }

  @Test
  void aServerThatTakesOnlyClientsWithACertificateIsShownOne() throws Exception {
    var mutual = new TlsFiles(own.certificate(), own.key(), authority.certificates());
    try (PartServer up = server(HealthStatus.UP, Access.OPEN, mutual)) {
      assertThat(ask(up).code()).isEqualTo(1);
      var files =
          Map.of(
              "HEALTH_CERTIFICATE", own.certificate().toString(),
              "HEALTH_KEY", own.key().toString());
      assertThat(ask(up.address().getPort(), files)).isEqualTo(new Outcome(0, ""));
    }
  }

  @Test
  void noTokenIsNeededAndNoneIsPrinted() throws Exception {
    Access access = Access.of("tokens", "operate=" + TOKEN + "\n");
    for (HealthStatus status : List.of(HealthStatus.UP, HealthStatus.DOWN)) {
      for (TlsFiles tls : new TlsFiles[] {null, own}) {
        try (PartServer server = server(status, access, tls)) {
          Outcome outcome = ask(server);
          assertThat(outcome.code()).isEqualTo(status == HealthStatus.UP ? 0 : 1);
          assertThat(outcome.printed()).doesNotContain(TOKEN, Files.readString(own.key()));
        }
      }
    }
  }

  @Test
  void whereNobodyListensItIsNotWell() throws Exception {
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    assertThat(ask(port, Map.of()).code()).isEqualTo(1);
  }
}
