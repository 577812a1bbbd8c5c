package io.wattune.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests that are nearly right: none is a defect of ours, and none ends the server. */
class HttpFuzzTest {
  private static final List<String> SEEDS =
      List.of(
          "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
          "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n"
              + "Content-Type: application/x-www-form-urlencoded\r\n\r\ntoken=a",
          "POST /api/thing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
              + "Content-Type: application/json\r\nCookie: a=b; wattune-test-1=c\r\n\r\n"
              + "2\r\n{}\r\n0\r\n\r\n",
          "GET /login?to=%2Fa%00b HTTP/1.0\r\nHost: localhost\r\nOrigin: http://localhost\r\n\r\n");

  private PartServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        PartServer.start(
            new PartServerOptions("test", "1", ListenAddress.loopback(0), Access.OPEN),
            Health.ALWAYS_UP,
            Metrics.of(MetricSource.NOTHING),
            routes -> routes.post("/api/thing", request -> request.result(request.body())));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void forAWhile() throws Exception {
    fuzz(Duration.ofSeconds(3), 1);
  }

  @Test
  @Tag("soak")
  void forLong() throws Exception {
    fuzz(Duration.ofMinutes(5), System.nanoTime());
  }

  private void fuzz(Duration length, long seed) throws Exception {
    var random = new Random(seed);
    long end = System.nanoTime() + length.toNanos();
    for (int i = 0; System.nanoTime() < end; i++) {
      byte[] request = changed(SEEDS.get(random.nextInt(SEEDS.size())), random);
      String status = status(request);
      assertThat(status)
          .as("seed %d, request %d: %s", seed, i, new String(request, ISO_8859_1))
          .doesNotStartWith("HTTP/1.1 500");
    }
    assertThat(new Wire(server.address()).send("GET", "/health", Map.of(), "").status())
        .isEqualTo(200);
  }

  /** Some bytes changed, left out, repeated or moved. */
  private static byte[] changed(String seed, Random random) {
    var text = new StringBuilder(seed);
    for (int n = random.nextInt(6); n >= 0 && !text.isEmpty(); n--) {
      int at = random.nextInt(text.length());
      int to = Math.min(text.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> text.setCharAt(at, (char) random.nextInt(256));
        case 1 -> text.delete(at, to);
        case 2 -> text.insert(at, text.substring(at, to).repeat(1 + random.nextInt(40)));
        default -> text.insert(random.nextInt(text.length()), text.substring(at, to));
      }
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  /** The first line of the answer; empty where there is none for a request that is not whole. */
  private String status(byte[] request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
      socket.setSoTimeout(50);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      byte[] answer = new byte[40];
      int n = socket.getInputStream().readNBytes(answer, 0, answer.length);
      return new String(answer, 0, n, ISO_8859_1);
    } catch (SocketTimeoutException e) {
      return "";
    } catch (IOException e) {
      return ""; // Closed in the middle: it was no request.
    }
  }
}
