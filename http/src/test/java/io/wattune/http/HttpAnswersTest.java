package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.javalin.http.Context;
import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What all answers have in common, and what no answer tells. */
class HttpAnswersTest {
  private static final Map<String, String> NOTHING = Map.of();
  private static final String TOKEN = "operate-token-0123456789";

  private static PartServer server;
  private static Wire wire;

  @BeforeAll
  static void start() throws IOException {
    server =
        PartServer.start(
            new PartServerOptions(
                "test",
                "1",
                ListenAddress.loopback(0),
                new Access(List.of(new Access.Token(Role.OPERATE, "operate", TOKEN)))),
            Health.ALWAYS_UP,
            Metrics.of(MetricSource.NOTHING),
            routes -> {
              routes.get("/api/thing", request -> request.result("thing"));
              routes.get(
                  "/api/broken",
                  request -> {
                    throw new IllegalStateException("secret of the inside");
                  });
              routes.get(
                  "/api/teaches",
                  request -> {
                    throw Problem.badRequest("points is 'x'", "points", "give 1..2000");
                  });
              routes.get(
                  "/api/later",
                  request -> {
                    throw Problem.unavailable("no store", "store", "start it");
                  });
              routes.post("/api/length", r -> r.result(String.valueOf(r.bodyAsBytes().length)));
            });
    wire = new Wire(server.address());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aRequestThatIsGoneIsAnsweredWithNothingAndWithoutAnError() {
    // As Jetty leaves the request of a page that was closed.
    Context gone =
        (Context)
            Proxy.newProxyInstance(
                Context.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, arguments) -> {
                  throw new NullPointerException("the request is recycled");
                });

    assertThatCode(() -> HttpAnswers.answer(new IllegalStateException("broken"), gone))
        .doesNotThrowAnyException();
    assertThatCode(() -> HttpAnswers.answer(Problem.badRequest("a", "b", "c"), gone))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/health",
        "/metrics",
        "/login",
        "/login.css",
        "/api/thing",
        "/api/nothing",
        "/nothing",
        "/api/broken",
        "/api/teaches",
        "/bad%",
        "/a/..%2f..%2fetc/passwd"
      })
  void allAnswersHaveTheHeadersOfSafety(String path) throws IOException {
    Wire.Answer answer = wire.send("GET", path, authorized(NOTHING), "");

    assertThat(answer.header("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none';"
                + " form-action 'self'; object-src 'none'");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(answer.headers()).doesNotContainKeys("server", "x-powered-by");
    assertThat(answer.body()).doesNotContainIgnoringCase("jetty", "javalin");
    assertThat(answer.body()).doesNotContain("Exception", "\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/thing", "/api/nothing", "/health", "/metrics", "/login"})
  void whatIsTrueOnlyNowIsNotKept(String path) throws IOException {
    assertThat(wire.send("GET", path, authorized(NOTHING), "").header("Cache-Control"))
        .isEqualTo("no-store");
  }

  @Test
  void anErrorUnderApiSaysWhatWhereAndWhatToDo() throws IOException {
    Wire.Answer answer = wire.send("GET", "/api/teaches", authorized(NOTHING), "");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).startsWith("application/json");
    assertThat(answer.body())
        .isEqualTo("{\"error\":\"points is 'x'\",\"where\":\"points\",\"do\":\"give 1..2000\"}");
    assertThat(wire.send("GET", "/api/nothing", authorized(NOTHING), "").body())
        .startsWith("{\"error\":")
        .contains("\"where\":\"/api/nothing\"");
  }

  @Test
  void anErrorElsewhereIsShortText() throws IOException {
    Wire.Answer answer = wire.send("GET", "/nothing", authorized(NOTHING), "");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.header("Content-Type")).startsWith("text/plain");
    assertThat(answer.body().lines()).hasSize(1);
  }

  @Test
  void aDefectTellsNothingOfTheInside() throws IOException {
    Wire.Answer answer = wire.send("GET", "/api/broken", authorized(NOTHING), "");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.body()).doesNotContain("secret of the inside").contains("log of this part");
  }

  @Test
  void whatIsNotThereYetSaysWhenToAskAgain() throws IOException {
    assertThat(wire.send("GET", "/api/later", authorized(NOTHING), "").header("Retry-After"))
        .isEqualTo("1");
  }

  @Test
  void anotherMethodIsNotAnotherPath() throws IOException {
    assertThat(wire.send("DELETE", "/api/thing", authorized(NOTHING), "").status()).isEqualTo(405);
    assertThat(wire.send("HEAD", "/api/thing", authorized(NOTHING), "").status()).isEqualTo(200);
  }

  @Test
  void aBodyMayHave64Kibibytes() throws IOException {
    var json = authorized(Map.of("Content-Type", "application/json"));

    assertThat(wire.send("POST", "/api/length", json, "x".repeat(64 * 1024)).body())
        .isEqualTo("65536");
    assertThat(wire.send("POST", "/api/length", json, "x".repeat(64 * 1024 + 1)).status())
        .isEqualTo(413);
  }

  @Test
  void aBodyThatDoesNotSayItsLengthIsLimitedToo() throws IOException {
    var chunked =
        authorized(Map.of("Content-Type", "application/json", "Transfer-Encoding", "chunked"));
    String most = "10000\r\n" + "x".repeat(0x10000) + "\r\n";

    assertThat(wire.send("POST", "/api/length", chunked, most + "0\r\n\r\n").body())
        .isEqualTo("65536");
    assertThat(wire.send("POST", "/api/length", chunked, most + "1\r\nx\r\n0\r\n\r\n").status())
        .isEqualTo(413);
  }

  @Test
  void longHeadersAreRefused() throws IOException {
    var headers = authorized(Map.of("X-Long", "x".repeat(20_000)));

    assertThat(wire.send("GET", "/api/thing", headers, "").status()).isEqualTo(431);
  }

  @Test
  void whatIsNoRequestIsAnsweredShortly() throws IOException {
    Wire.Answer answer = wire.raw("NONSENSE\r\n\r\n");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).doesNotContainIgnoringCase("jetty").hasSizeLessThan(100);
  }

  private static Map<String, String> authorized(Map<String, String> headers) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Authorization", "Bearer " + TOKEN);
    return all;
  }
}
