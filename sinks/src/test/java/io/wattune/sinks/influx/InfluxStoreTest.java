package io.wattune.sinks.influx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client sends, and what becomes of each answer. */
class InfluxStoreTest {
  private static final String LINE = "power,device=d revision=1i 1\n";

  private HttpServer server;
  private InfluxStore store;
  private volatile int status = 204;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          requests.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + exchange.getRequestHeaders().getFirst("Content-Encoding")
                  + "\n"
                  + body);
          exchange.getResponseHeaders().add("Retry-After", "7");
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    store = new InfluxStore(new StoreAddress(url, StoreKind.INFLUXDB, "o", "b", "secret"));
  }

  @AfterEach
  void stop() {
    store.close();
    server.stop(0);
  }

  @Test
  void linesGoToTheBucketInNanosecondsWithTheTokenAndUncompressed() throws Exception {
    store.prepare();
    store.write(LINE + LINE);

    assertThat(requests)
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request).startsWith("POST /api/v2/write?");
              assertThat(request)
                  .contains("org=o", "bucket=b", "precision=ns", " Token secret ")
                  .doesNotContain("gzip")
                  .endsWith("\n" + LINE + LINE);
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413, 422})
  void pointsThatAreAtFaultAreRefused(int answer) {
    status = answer;

    assertThatThrownBy(() -> store.write(LINE))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining(Integer.toString(answer));
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 408, 429, 500, 502, 503, 504})
  void everyOtherAnswerIsTriedAgain(int answer) {
    status = answer;

    assertThatThrownBy(() -> store.write(LINE))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageNotContaining("secret")
        .satisfies(
            failure ->
                assertThat(((StoreUnavailableException) failure).retryAfter())
                    .isEqualTo(Duration.ofSeconds(7)));
  }

  @Test
  void aStoreThatDoesNotListenIsAway() {
    server.stop(0);

    assertThatThrownBy(() -> store.write(LINE)).isInstanceOf(StoreUnavailableException.class);
  }
}
