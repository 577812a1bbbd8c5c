package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what: each way to show who one is, with each kind of request. */
class AccessMatrixTest {
  private static final String READ = "read-token-0123456789";
  private static final String OPERATE = "operate-token-0123456789";
  private static final Map<String, String> NOTHING = Map.of();

  private static PartServer open;
  private static PartServer locked;

  @BeforeAll
  static void start() throws IOException {
    open = server(ListenAddress.loopback(0), Access.OPEN);
    locked =
        server(
            new ListenAddress("0.0.0.0", 0),
            new Access(
                List.of(
                    new Access.Token(Role.READ, "read", READ),
                    new Access.Token(Role.OPERATE, "operate", OPERATE))));
  }

  @AfterAll
  static void stop() {
    open.close();
    locked.close();
  }

  @ParameterizedTest
  @CsvSource({
    "nothing, 401, 401, 401, 401, 200",
    "wrong bearer, 401, 401, 401, 401, 200",
    "basic, 401, 401, 401, 401, 200",
    "read bearer, 200, 200, 403, 403, 200",
    "operate bearer, 200, 200, 200, 200, 200",
    "wrong cookie, 401, 401, 401, 401, 200",
    "read cookie, 200, 200, 403, 403, 200",
    "operate cookie, 200, 200, 200, 403, 200",
    "read cookie and csrf, 200, 200, 403, 403, 200",
    "operate cookie and csrf, 200, 200, 200, 200, 200",
    "operate cookie and csrf of another session, 200, 200, 200, 403, 200",
    "wrong bearer and operate cookie and csrf, 401, 401, 401, 401, 200",
  })
  void withTokensEachRoleMayDoItsOwn(
      String who, int get, int metrics, int getForOperators, int post, int health)
      throws IOException {
    check(locked, who, get, metrics, getForOperators, post, health);
  }

  @ParameterizedTest
  @CsvSource({
    "nothing, 200, 200, 200, 403, 200",
    "wrong bearer, 200, 200, 200, 200, 200",
    "operate cookie and csrf, 200, 200, 200, 200, 200",
    "operate cookie and csrf of another session, 200, 200, 200, 403, 200",
  })
  void onLoopbackEverybodyMayButAPageNeedsItsSession(
      String who, int get, int metrics, int getForOperators, int post, int health)
      throws IOException {
    check(open, who, get, metrics, getForOperators, post, health);
  }

  private static void check(
      PartServer server, String who, int get, int metrics, int operators, int post, int health)
      throws IOException {
    Map<String, String> headers = headers(server, who);
    var wire = new Wire(server.address());

    assertThat(wire.send("GET", "/api/thing", headers, "").status()).isEqualTo(get);
    assertThat(wire.send("GET", "/metrics", headers, "").status()).isEqualTo(metrics);
    assertThat(wire.send("GET", "/api/secret", headers, "").status()).isEqualTo(operators);
    assertThat(post(wire, headers).status()).isEqualTo(post);
    assertThat(wire.send("DELETE", "/api/thing", headers, "").status()).isEqualTo(post);
    assertThat(wire.send("GET", "/health", headers, "").status()).isEqualTo(health);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "DELETE", "PURGE"})
  void whatEverybodyMayLookAtNobodyMayChangeWithoutARole(String method) throws IOException {
    var wire = new Wire(locked.address());

    assertThat(wire.send(method, "/health", NOTHING, "").status()).isEqualTo(401);
    assertThat(wire.send(method, "/health", headers(locked, "read bearer"), "").status())
        .isEqualTo(403);
  }

  private static Map<String, String> headers(PartServer server, String who) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    if (who.contains("bearer")) {
      String token = who.startsWith("wrong") ? "wrong" : who.startsWith("read") ? READ : OPERATE;
      headers.put("Authorization", "Bearer " + token);
    } else if (who.contains("basic")) {
      headers.put("Authorization", "Basic " + OPERATE);
    }
    if (who.contains("wrong cookie")) {
      headers.put("Cookie", "wattune-test-" + server.address().getPort() + "=guess");
    } else if (who.contains("cookie")) {
      String token = who.contains("read") ? READ : OPERATE;
      String cookie = logIn(server, token).cookie();
      headers.put("Cookie", cookie);
      if (who.endsWith("another session")) {
        headers.put(Csrf.HEADER, csrf(server, logIn(server, token).cookie()));
      } else if (who.contains("csrf")) {
        headers.put(Csrf.HEADER, csrf(server, cookie));
      }
    }
    return headers;
  }

  @Test
  void theCookieIsNotForScriptsNorForOtherSites() throws IOException {
    Wire.Answer answer = logIn(locked, OPERATE);

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).endsWith("/").doesNotContain(OPERATE);
    assertThat(answer.header("Set-Cookie")).contains("HttpOnly", "SameSite=Strict", "Path=/");
  }

  @Test
  void theFormLogsInAndAWrongTokenDoesNot() throws IOException {
    var wire = new Wire(locked.address());
    var form = Map.of("Content-Type", "application/x-www-form-urlencoded");

    assertThat(wire.send("POST", "/login", form, "token=" + READ).cookie()).isNotEmpty();
    Wire.Answer refused = wire.send("POST", "/login", form, "token=" + READ + "x");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.cookie()).isEmpty();
  }

  @Test
  void whoHasLoggedOutIsOut() throws IOException {
    var wire = new Wire(locked.address());
    var cookie = Map.of("Cookie", logIn(locked, READ).cookie());
    assertThat(wire.send("GET", "/api/thing", cookie, "").status()).isEqualTo(200);

    assertThat(wire.send("POST", "/logout", cookie, "").status()).isEqualTo(204);
    assertThat(wire.send("GET", "/api/thing", cookie, "").status()).isEqualTo(401);
  }

  @Test
  void aPersonIsSentToTheLoginPageAndAProgramIsToldWhatToDo() throws IOException {
    var wire = new Wire(locked.address());

    Wire.Answer person = wire.send("GET", "/", Map.of("Accept", "text/html"), "");
    assertThat(person.status()).isEqualTo(303);
    assertThat(person.header("Location")).endsWith("/login");
    Wire.Answer program = wire.send("GET", "/api/thing", NOTHING, "");
    assertThat(program.body()).contains("\"error\":\"a token is needed\"", "Bearer");
    assertThat(program.header("WWW-Authenticate")).isEqualTo("Bearer");
  }

  /** A link to one device in one hour must not end at the start page. */
  @Test
  void theLoginLeadsToWhatWasAskedFor() throws IOException {
    var wire = new Wire(locked.address());
    String asked = "/device/n1%2FGPU-0?range=5m&scope=node%3An1";

    Wire.Answer sent = wire.send("GET", asked, Map.of("Accept", "text/html"), "");
    String page = wire.send("GET", path(sent.header("Location")), NOTHING, "").body();
    Wire.Answer in =
        wire.send(
            "POST",
            "/login",
            Map.of("Content-Type", "application/x-www-form-urlencoded"),
            "token=" + READ + "&to=" + URLEncoder.encode(asked, StandardCharsets.UTF_8));

    assertThat(page).contains("name=\"to\" value=\"" + asked.replace("&", "&amp;") + "\"");
    assertThat(in.status()).isEqualTo(303);
    assertThat(path(in.header("Location"))).isEqualTo(asked);
  }

  private static String path(String location) {
    return location.replaceFirst("^http://[^/]+", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "",
      })
  void theLoginLeadsToNoOtherSite(String to) throws IOException {
    String query = "token=" + READ + "&to=" + URLEncoder.encode(to, StandardCharsets.UTF_8);
    Wire.Answer in =
        new Wire(locked.address())
            .send(
                "POST",
                "/login",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                query);

    assertThat(path(in.header("Location"))).isEqualTo("/");
  }

  @Test
  void whatWasAskedForIsNoMarkupOnTheLoginPage() throws IOException {
    String to = URLEncoder.encode("/\"><script>alert(1)</script>", StandardCharsets.UTF_8);

    assertThat(new Wire(locked.address()).send("GET", "/login?to=" + to, NOTHING, "").body())
        .contains("&quot;>&lt;script>")
        .doesNotContain("<script>");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "localhost:8080, 200",
    "LOCALHOST:1, 200",
    "127.0.0.1, 200",
    "127.9.9.9:80, 200",
    "[::1]:80, 200",
    "evil.example, 421",
    "127.0.0.1.evil.example, 421",
    "127.evil.example, 421",
    "localhost.evil.example:80, 421",
    "10.0.0.1, 421",
  })
  void withoutTokensOnlyLoopbackNamesAreAnswered(String host, int status) throws IOException {
    var wire = new Wire(open.address());

    for (String path : new String[] {"/api/thing", "/health", "/metrics", "/login"}) {
      assertThat(wire.send("GET", path, Map.of("Host", host), "").status()).isEqualTo(status);
    }
  }

  @Test
  void withTokensAnyNameOfTheMachineIsAnswered() throws IOException {
    var headers = Map.of("Host", "gpu-7.example:9101", "Authorization", "Bearer " + READ);

    assertThat(new Wire(locked.address()).send("GET", "/api/thing", headers, "").status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, http://evil.example, 200, 403",
    "Origin, null, 200, 403",
    "Origin, http://127.0.0.1:1, 200, 403",
    "Origin, OWN, 200, 200",
    "Sec-Fetch-Site, cross-site, 403, 403",
    "Sec-Fetch-Site, same-site, 403, 403",
    "Sec-Fetch-Site, same-origin, 200, 200",
    "Sec-Fetch-Site, none, 200, 200",
  })
  void otherSitesMayNotAskThroughABrowser(String header, String value, int get, int post)
      throws IOException {
    for (PartServer server : new PartServer[] {open, locked}) {
      var wire = new Wire(server.address());
      Map<String, String> headers = headers(server, "operate cookie and csrf");
      headers.put(header, value.equals("OWN") ? "http://" + wire.host() : value);

      assertThat(wire.send("GET", "/api/thing", headers, "").status()).isEqualTo(get);
      assertThat(post(wire, headers).status()).isEqualTo(post);
    }
  }

  @Test
  void aLinkOnAnotherSiteMayOpenThePage() throws IOException {
    var headers = Map.of("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate");

    assertThat(new Wire(open.address()).send("GET", "/page", headers, "").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, 200",
    "application/json; charset=utf-8, 200",
    "text/plain, 415",
    "application/x-www-form-urlencoded, 415",
    "application/jsonp, 415",
  })
  void aChangeIsJson(String type, int status) throws IOException {
    var headers = Map.of("Authorization", "Bearer " + OPERATE, "Content-Type", type);

    assertThat(new Wire(locked.address()).send("POST", "/api/thing", headers, "{}").status())
        .isEqualTo(status);
  }

  @Test
  void theRouteKnowsWhoAsks() throws IOException {
    var wire = new Wire(locked.address());
    var headers = Map.of("Authorization", "Bearer " + READ);

    assertThat(wire.send("GET", "/api/who", headers, "").body()).isEqualTo("read@127.0.0.1");
    assertThat(new Wire(open.address()).send("GET", "/api/who", NOTHING, "").body())
        .isEqualTo("local@127.0.0.1");
  }

  private static Wire.Answer post(Wire wire, Map<String, String> headers) throws IOException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Type", "application/json");
    return wire.send("POST", "/api/thing", all, "{}");
  }

  private static Wire.Answer logIn(PartServer server, String token) throws IOException {
    return new Wire(server.address())
        .send(
            "POST",
            "/login",
            Map.of("Content-Type", "application/x-www-form-urlencoded"),
            "token=" + token);
  }

  private static String csrf(PartServer server, String cookie) throws IOException {
    return new Wire(server.address()).send("GET", "/api/csrf", Map.of("Cookie", cookie), "").body();
  }

  private static PartServer server(ListenAddress address, Access access) throws IOException {
    return PartServer.start(
        new PartServerOptions("test", "1", address, access),
        Health.ALWAYS_UP,
        Metrics.of(MetricSource.NOTHING),
        routes -> {
          routes.get("/page", request -> request.result("page"));
          routes.get("/api/thing", request -> request.result("thing"));
          routes.get("/api/secret", request -> request.result("secret"), Role.OPERATE);
          routes.get("/api/who", request -> request.result(Caller.of(request).toString()));
          routes.get("/api/csrf", request -> request.result(Csrf.of(request)));
          routes.post("/api/thing", request -> request.result("changed"));
          routes.delete("/api/thing", request -> request.result("gone"));
        });
  }
}
