package io.wattune.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import io.wattune.http.tls.AskingClient;
import io.wattune.http.tls.AskingFiles;
import io.wattune.http.tls.Authority;
import io.wattune.http.tls.TlsException;
import io.wattune.http.tls.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A part's server that speaks TLS, as clients see it. */
@Execution(ExecutionMode.CONCURRENT)
class TlsServerTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int PATIENCE_MILLIS = 10_000;
  private static final String GET_HEALTH = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

  @TempDir private static Path authorityFolder;
  private static Authority authority;
  private static TlsFiles first;
  private static TlsFiles second;

  @TempDir private Path folder;
  private TlsFiles files;

  @BeforeAll
  static void sign() throws Exception {
    authority = new Authority(authorityFolder, "authority");
    first = authority.sign("first", "EC", Duration.ofHours(-1));
    second = authority.sign("second", "EC", Duration.ofHours(-1));
  }

  @BeforeEach
  void copy() throws Exception {
    files = new TlsFiles(folder.resolve("tls.crt"), folder.resolve("tls.key"), null);
    put(first);
  }

  private void put(TlsFiles from) throws IOException {
    Authority.writeKey(files.key(), Files.readString(from.key()));
    Authority.write(files.certificate(), Files.readString(from.certificate()));
  }

  private static PartServer server(TlsFiles tls) throws IOException {
    return server(tls, "127.0.0.1");
  }

  private static PartServer server(TlsFiles tls, String host) throws IOException {
    return PartServer.start(
        new PartServerOptions("test", "1", new ListenAddress(host, 0), Access.OPEN, tls),
        Health.ALWAYS_UP,
        Metrics.of(MetricSource.NOTHING),
        routes -> routes.get("/scheme", request -> request.result(request.scheme())));
  }

  private static HttpClient client(@Nullable TlsFiles own) throws TlsException {
    return AskingClient.of(new AskingFiles(authority.certificates(), own), HttpClient::newBuilder)
        .get();
  }

  private static String get(HttpClient client, URI address, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address.resolve(path)).timeout(SOON).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void answersOverTlsAndSaysWhenItsCertificateEnds() throws Exception {
    try (PartServer server = server(files)) {
      HttpClient client = client(null);

      assertThat(server.address().getScheme()).isEqualTo("https");
      assertThat(get(client, server.address(), "/scheme")).isEqualTo("https");
      assertThat(get(client, server.address(), "/metrics"))
          .contains("wattune_http_certificate_not_after_seconds ")
          .contains("wattune_http_certificate_refused 0.0");
      assertThat(get(client, server.address(), "/health")).contains("expires at");
    }
  }

  @Test
  void whoDoesNotKnowTheAuthorityDoesNotTalkToIt() throws Exception {
    try (PartServer server = server(files)) {
      assertThatThrownBy(() -> get(HttpClient.newHttpClient(), server.address(), "/health"))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void aNameThatTheCertificateDoesNotHaveIsRefusedByTheClient() throws Exception {
    try (PartServer server = server(files, "127.0.0.2")) {
      assertThatThrownBy(() -> get(client(null), server.address(), "/health"))
          .hasStackTraceContaining("No subject alternative names matching IP address 127.0.0.2");
    }
    try (PartServer server = server(files)) {
      URI named = URI.create("https://localhost:" + server.address().getPort());
      assertThat(get(client(null), named, "/health")).contains("\"part\":\"test\"");
    }
  }

  @Test
  void anOpenConnectionGoesOnWhenTheCertificateIsRenewed() throws Exception {
    try (PartServer server = server(files);
        SSLSocket open = connect(server)) {
      assertThat(subject(open)).isEqualTo("CN=first");
      assertThat(ask(open)).contains("200 OK");

      put(second);

      await().atMost(SOON).until(() -> subjectOfNew(server).equals("CN=second"));
      assertThat(ask(open)).contains("200 OK");
      assertThat(subject(open)).isEqualTo("CN=first");
    }
  }

  @Test
  void aBrokenCertificateLeavesTheOneBeforeInForce() throws Exception {
    try (PartServer server = server(files)) {
      HttpClient client = client(null);
      Authority.write(
          files.certificate(), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");

      await()
          .atMost(SOON)
          .until(
              () ->
                  get(client, server.address(), "/metrics")
                      .contains("wattune_http_certificate_refused 1.0"));
      assertThat(subjectOfNew(server)).isEqualTo("CN=first");
      assertThat(get(client, server.address(), "/health"))
          .contains("DEGRADED", "the new certificate is not taken", "tls.crt");
    }
  }

  @Test
  void withClientAuthoritiesOnlyTheirsMayAsk() throws Exception {
    var mutual = new TlsFiles(files.certificate(), files.key(), authority.certificates());
    Authority stranger = new Authority(folder, "stranger");
    try (PartServer server = server(mutual)) {
      assertThat(get(client(second), server.address(), "/health")).contains("\"part\":\"test\"");
      assertThatThrownBy(() -> get(client(null), server.address(), "/health"))
          .isInstanceOf(IOException.class);
      TlsFiles unknown = stranger.sign("unknown", "EC", Duration.ofHours(-1));
      assertThatThrownBy(() -> get(client(unknown), server.address(), "/health"))
          .isInstanceOf(IOException.class);
    }
  }

  /** They get no answer that is HTTP, and their connection ends. */
  @Test
  void plainHttpIsNotAnsweredAndHoldsNothing() throws Exception {
    try (PartServer server = server(files)) {
      for (int i = 0; i < 50; i++) {
        try (Socket plain = new Socket("127.0.0.1", server.address().getPort())) {
          plain.setSoTimeout(PATIENCE_MILLIS);
          plain.getOutputStream().write(GET_HEALTH.getBytes(US_ASCII));
          assertThat(new String(plain.getInputStream().readAllBytes(), UTF_8))
              .doesNotContain("HTTP", "part");
        }
      }
      assertThat(get(client(null), server.address(), "/health")).contains("\"part\":\"test\"");
    }
  }

  /** More than there are threads and places: connections on which no handshake begins, or ends. */
  @Test
  void handshakesThatDoNotEndKeepNobodyOut() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (PartServer server = server(files)) {
      for (int i = 0; i < ConnectionPlaces.MOST + 20; i++) {
        var socket = new Socket("127.0.0.1", server.address().getPort());
        silent.add(socket);
        if (i % 2 == 0) {
          socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1}); // A begun ClientHello.
        }
      }

      assertThat(get(client(null), server.address(), "/health")).contains("\"part\":\"test\"");
      await().atMost(SOON).until(() -> isClosed(silent.get(0)));
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    socket.setSoTimeout(1_000);
    try {
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private static SSLSocket connect(PartServer server) throws Exception {
    var socket =
        (SSLSocket)
            client(null)
                .sslContext()
                .getSocketFactory()
                .createSocket("127.0.0.1", server.address().getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.startHandshake();
    return socket;
  }

  private static String subjectOfNew(PartServer server) throws Exception {
    try (SSLSocket socket = connect(server)) {
      return subject(socket);
    }
  }

  private static String subject(SSLSocket socket) throws Exception {
    var certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
    return certificate.getSubjectX500Principal().getName();
  }

  private static String ask(SSLSocket socket) throws IOException {
    socket.getOutputStream().write(GET_HEALTH.getBytes(US_ASCII));
    byte[] some = new byte[64];
    InputStream in = socket.getInputStream();
    int read = in.readNBytes(some, 0, 32);
    in.skipNBytes(in.available());
    return new String(some, 0, read, US_ASCII);
  }
}
