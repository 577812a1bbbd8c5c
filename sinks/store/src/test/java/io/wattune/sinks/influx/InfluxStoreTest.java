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
  private volatile String said = "";
  private volatile String elsewhere = "";
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
          if (!elsewhere.isEmpty()) {
            exchange.getResponseHeaders().add("Location", elsewhere);
          }
          byte[] answer = said.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
          exchange.getResponseBody().write(answer);
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
    said = "{\"code\":\"invalid\",\"message\":\"field type conflict\"}";

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

  @Test
  void howManyPointsWereRefusedIsTakenFromTheStoresWords() {
    status = 422;
    said =
        "{\"code\":\"unprocessable entity\",\"message\":\"failure writing points to database:"
            + " partial write: points beyond retention policy dropped=17\"}";

    assertThatThrownBy(() -> store.write(LINE))
        .isInstanceOfSatisfying(
            StoreRefusedException.class, e -> assertThat(e.refused()).isEqualTo(17));
  }

  /** Such as a server that wants HTTPS: no point of ours is at fault, and none may be given up. */
  @ParameterizedTest
  @ValueSource(strings = {"", "Client sent an HTTP request to an HTTPS server.", "<html></html>"})
  void aRefusalThatNoStoreHasSaidIsTriedAgain(String words) {
    status = 400;
    said = words;

    assertThatThrownBy(() -> store.write(LINE))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("check the URL");
  }

  @Test
  void whatIsTooLargeForAProxyIsWrittenInHalves() {
    status = 413;
    said = "<html>413 Request Entity Too Large</html>";

    assertThatThrownBy(() -> store.write(LINE)).isInstanceOf(StoreRefusedException.class);
  }

  /** A page that answers everything, such as a login, takes no points. */
  @ParameterizedTest
  @ValueSource(ints = {200, 201})
  void whatSaysYesToEverythingIsNoStore(int answer) {
    status = answer;
    said = "<html>Welcome</html>";

    assertThatThrownBy(() -> store.write(LINE))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("is no store");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 307, 308})
  void aStoreThatSendsElsewhereHasNotTakenThePoints(int answer) {
    status = answer;
    elsewhere = "/login";

    assertThatThrownBy(() -> store.write(LINE))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("give the URL of the store itself");
    assertThat(requests).hasSize(1);
  }
}
