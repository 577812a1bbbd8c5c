package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.fuzz.HttpFuzz;
import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    fuzz(HttpFuzz.SHORT, 1);
  }

  @Test
  @Tag("soak")
  void forLong() throws Exception {
    fuzz(HttpFuzz.LONG, System.nanoTime());
  }

  private void fuzz(Duration length, long seed) throws IOException {
    Map<Integer, Integer> answers = new HttpFuzz(server.address(), SEEDS).send(length, seed);

    assertThat(answers).as("seed %d", seed).containsKeys(200, 400, 404);
    assertThat(new Wire(server.address()).send("GET", "/health", Map.of(), "").status())
        .isEqualTo(200);
  }
}
