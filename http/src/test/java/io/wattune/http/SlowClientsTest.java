package io.wattune.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that take places and send nothing whole. */
class SlowClientsTest {
  private static final Duration SOON = Duration.ofSeconds(5);

  private final List<SocketChannel> slow = new ArrayList<>();
  private PartServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        PartServer.start(
            new PartServerOptions(
                "test",
                "1",
                ListenAddress.loopback(0),
                new Access(
                    List.of(
                        new Access.Token(Role.READ, "read", "read-token-0123456789"),
                        new Access.Token(Role.OPERATE, "operate", "operate-token-0123456789")))),
            Health.ALWAYS_UP,
            Metrics.of(MetricSource.NOTHING));
  }

  @AfterEach
  void stop() throws IOException {
    for (SocketChannel each : slow) {
      each.close();
    }
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 1000\r\nContent-Type: application/x-www-form-urlencoded",
        "Content-Length: 1000",
        "Content-Length: 1000\r\nExpect: 100-continue",
        "Content-Length: 1000\r\nConnection: upgrade\r\nUpgrade: websocket",
        "Transfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded"
      })
  void bodiesThatComeByteByByteHoldUpNobody(String headers) throws Exception {
    String head = "POST /login HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n\r\nt";
    for (int i = 0; i < 100; i++) {
      begin(head);
    }

    assertHealthy();
    for (SocketChannel each : slow) {
      send(each, "o");
    }
    assertHealthy();
  }

  /** As Java's own client would like HTTP/2, with the first request of a connection. */
  @Test
  void whoWouldLikeAnotherProtocolIsAnsweredInThisOne() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + "/no-such-page"))
            .version(HttpClient.Version.HTTP_2)
            .timeout(SOON)
            .header("Authorization", "Bearer operate-token-0123456789")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();

    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
  }

  @Test
  void thousandsOfUnfinishedHeadsKeepNobodyOutAndAreNotKept() throws Exception {
    String head = "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "x".repeat(7_000);
    for (int i = 0; i < 2_000; i++) {
      begin(head);
      if (i % 500 == 499) {
        assertHealthy();
      }
    }

    assertThat(stillOpen()).isLessThanOrEqualTo(ConnectionPlaces.MOST);
  }

  @Test
  void whoAsksAgainAndAgainOnOneConnectionIsNotSentAway() throws Exception {
    try (Socket steady = new Socket(server.address().getHost(), server.address().getPort())) {
      steady.setSoTimeout((int) SOON.toMillis());
      for (int i = 0; i < 20; i++) {
        for (int n = 0; n < 50; n++) {
          begin("GET /health HTTP/1.1\r\n");
        }
        steady
            .getOutputStream()
            .write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
        byte[] answer = new byte[12];
        assertThat(steady.getInputStream().readNBytes(answer, 0, 12)).isEqualTo(12);
        assertThat(new String(answer, US_ASCII)).isEqualTo("HTTP/1.1 200");
        steady.getInputStream().skipNBytes(steady.getInputStream().available());
      }
    }
  }

  private void assertHealthy() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + "/health")).timeout(SOON).build();
    assertThat(
            HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(200);
  }

  private void begin(String text) throws IOException {
    SocketChannel channel =
        SocketChannel.open(
            new InetSocketAddress(server.address().getHost(), server.address().getPort()));
    slow.add(channel);
    send(channel, text);
  }

  private static void send(SocketChannel channel, String text) {
    try {
      channel.write(ByteBuffer.wrap(text.getBytes(US_ASCII)));
    } catch (IOException e) {
      // The server has sent it away already.
    }
  }

  /** A connection that was closed says so to who reads. */
  private int stillOpen() throws Exception {
    int open = 0;
    for (SocketChannel each : slow) {
      each.configureBlocking(false);
      open += isOpen(each) ? 1 : 0;
    }
    return open;
  }

  private static boolean isOpen(SocketChannel channel) {
    try {
      return channel.read(ByteBuffer.allocate(1)) >= 0;
    } catch (IOException e) {
      return false;
    }
  }
}
