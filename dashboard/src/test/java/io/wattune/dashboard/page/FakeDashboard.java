package io.wattune.dashboard.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A server with the page's real files and made-up answers; tests may make it fail. */
final class FakeDashboard implements AutoCloseable {
  /** As every part's server sends it: the page must live with it. */
  static final String POLICY =
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none';"
          + " form-action 'self'; object-src 'none'";

  /** A change that the page asked for. */
  record Change(String method, String path, String csrf, String contentType, JsonNode body) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private final Set<HttpExchange> streams = ConcurrentHashMap.newKeySet();
  private final List<Change> changes = new CopyOnWriteArrayList<>();
  private final List<String> questions = new CopyOnWriteArrayList<>();
  private final Map<String, ObjectNode> holds = new ConcurrentHashMap<>();
  private final LongSupplier nowMs;
  private volatile FakeFleet fleet;
  private volatile FakeAnswers answers;
  private volatile String role = "operate";
  private volatile boolean storeIsThere = true;
  private volatile boolean streamIsUp = true;
  private volatile boolean moves = true;
  private volatile boolean tokenIsKnown = true;
  private volatile boolean controlIsKnown = true;
  private volatile CountDownLatch goingOn = new CountDownLatch(0);

  private FakeDashboard(FakeFleet fleet, LongSupplier nowMs) throws IOException {
    this.fleet = fleet;
    this.answers = new FakeAnswers(fleet, FakeFleet.KERNELS);
    this.nowMs = nowMs;
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
  }

  static FakeDashboard start(FakeFleet fleet, LongSupplier nowMs) {
    try {
      FakeDashboard dashboard = new FakeDashboard(fleet, nowMs);
      dashboard.server.start();
      dashboard.ticker.scheduleAtFixedRate(dashboard::tick, 500, 500, TimeUnit.MILLISECONDS);
      return dashboard;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static FakeDashboard start(int devices) {
    return start(new FakeFleet(devices, 4, 2), System::currentTimeMillis);
  }

  URI at(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  FakeFleet fleet() {
    return fleet;
  }

  List<Change> changes() {
    return List.copyOf(changes);
  }

  List<String> questions() {
    return List.copyOf(questions);
  }

  void role(String role) {
    this.role = role;
  }

  void store(boolean isThere) {
    storeIsThere = isThere;
  }

  /** Answers nothing of control until {@link #goOn}. */
  void waitWithControl() {
    goingOn = new CountDownLatch(1);
  }

  void goOn() {
    goingOn.countDown();
  }

  private void awaitControl() {
    try {
      goingOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void control(boolean isKnown) {
    controlIsKnown = isKnown;
  }

  /** How often a path was asked for. */
  long asked(String path) {
    return questions.stream().filter(question -> question.startsWith(path)).count();
  }

  /** Somebody else released it. */
  void released(String id) {
    holds.remove(id);
    send("event: hold\ndata: {}\n\n");
  }

  void token(boolean isKnown) {
    tokenIsKnown = isKnown;
  }

  void moves(boolean moves) {
    this.moves = moves;
  }

  void kernels(List<String> names) {
    answers = new FakeAnswers(fleet, names);
  }

  /** Another fleet, told as the server tells it. */
  void fleet(FakeFleet other) {
    fleet = other;
    answers = new FakeAnswers(other, FakeFleet.KERNELS);
    send("event: catalog\ndata: {}\n\n");
  }

  void hold(String id, String scope, String target, String reason) {
    ObjectNode hold = FakeAnswers.JSON.createObjectNode().put("id", id).put("scope", scope);
    hold.put("target", target).put("fromMs", nowMs.getAsLong() - 600_000);
    hold.put("untilMs", nowMs.getAsLong() + 3_000_000).put("by", "janek").put("reason", reason);
    holds.put(id, hold);
  }

  /** How many are open, by what could be sent last. */
  int streams() {
    return streams.size();
  }

  void stream(boolean isUp) {
    streamIsUp = isUp;
    if (!isUp) {
      streams.forEach(HttpExchange::close);
      streams.clear();
    }
  }

  private void tick() {
    if (moves && !streams.isEmpty()) {
      send("event: power\ndata: " + answers.powerEvent(nowMs.getAsLong()) + "\n\n");
    }
  }

  /** From the ticker's thread and the test's: one at a time, or their events would be mixed. */
  private synchronized void send(String message) {
    for (HttpExchange stream : streams) {
      try {
        OutputStream out = stream.getResponseBody();
        out.write(message.getBytes(StandardCharsets.UTF_8));
        out.flush();
      } catch (IOException e) {
        streams.remove(stream);
      }
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    if (path.equals("/api/events") && streamIsUp) {
      open(exchange);
      return;
    }
    try (exchange) {
      if (path.startsWith("/api/")) {
        api(exchange, path);
      } else if (path.equals("/login")) {
        logIn(exchange);
      } else if (path.startsWith("/lib/")) {
        file(exchange, "/META-INF/resources/webjars/" + path.substring("/lib/".length()));
      } else if (path.startsWith("/assets/")) {
        file(exchange, "/io/wattune/dashboard/page/" + path.substring("/assets/".length()));
      } else {
        file(exchange, "/io/wattune/dashboard/page/index.html");
      }
    }
  }

  private void logIn(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    tokenIsKnown = body.equals("token=secret");
    exchange.sendResponseHeaders(tokenIsKnown ? 200 : 401, -1);
  }

  private void open(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(": welcome\n\n".getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
    streams.add(exchange);
  }

  private void api(HttpExchange exchange, String path) throws IOException {
    if (!tokenIsKnown) {
      answer(exchange, 401, problem("A token is needed.", path, "Log in."));
      return;
    }
    String raw = exchange.getRequestURI().getRawPath();
    Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
    questions.add(exchange.getRequestURI().toString());
    if (path.startsWith("/api/holds")) {
      change(exchange, path);
    } else if (!storeIsThere && (path.endsWith("/power") || path.equals("/api/energy"))) {
      answer(
          exchange,
          503,
          problem(
              "The store does not answer.",
              "http://127.0.0.1:9000",
              "Start it again; the live values do not need it."));
    } else if (!controlIsKnown && path.equals("/api/control")) {
      answer(exchange, 503, problem("Control is not known.", path, "Wait."));
    } else if (raw.startsWith("/api/devices/")) {
      device(exchange, raw, query);
    } else {
      answer(exchange, path, query);
    }
  }

  private void answer(HttpExchange exchange, String path, Map<String, String> query)
      throws IOException {
    long now = nowMs.getAsLong();
    switch (path) {
      case "/api/session" -> answer(exchange, 200, FakeAnswers.session(role, storeIsThere));
      case "/api/fleet" -> answer(exchange, 200, answers.fleet(now));
      case "/api/fleet/power" -> answer(exchange, 200, answers.fleetPower(query));
      case "/api/energy" -> answer(exchange, 200, answers.energy(query));
      case "/api/control" -> {
        awaitControl();
        answer(exchange, 200, answers.control(now, query, held()));
      }
      case "/api/servers" -> answer(exchange, 200, FakeDetails.servers(fleet, now));
      case "/api/health" -> answer(exchange, 200, FakeDetails.health(now, fleet.gpus().isEmpty()));
      default -> answer(exchange, 404, problem("There is no such thing.", path, "See the list."));
    }
  }

  private void device(HttpExchange exchange, String raw, Map<String, String> query)
      throws IOException {
    String[] parts = raw.substring("/api/devices/".length()).split("/", -1);
    String id = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
    if (fleet.gpus().stream().noneMatch(gpu -> gpu.id().equals(id))) {
      answer(exchange, 404, problem("No device has this id.", id, "Find it on the page Fleet."));
      return;
    }
    ObjectNode body =
        switch (parts.length == 1 ? "" : parts[1]) {
          case "power" -> answers.devicePower(fleet.gpu(id), query);
          case "activities" -> answers.activities(fleet.gpu(id), query);
          default -> answers.detail(fleet.gpu(id), nowMs.getAsLong(), held());
        };
    answer(exchange, 200, body);
  }

  private ArrayNode held() {
    ArrayNode list = FakeAnswers.JSON.createArrayNode();
    new TreeMap<>(holds).values().forEach(list::add);
    return list;
  }

  private void change(HttpExchange exchange, String path) throws IOException {
    byte[] bytes = exchange.getRequestBody().readAllBytes();
    JsonNode body =
        FakeAnswers.JSON.readTree(
            bytes.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : bytes);
    String csrf = String.valueOf(exchange.getRequestHeaders().getFirst("X-Wattune-Csrf"));
    String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
    changes.add(new Change(exchange.getRequestMethod(), path, csrf, type, body));
    if (exchange.getRequestMethod().equals("DELETE")) {
      holds.remove(path.substring("/api/holds/".length()));
      answer(exchange, 200, FakeAnswers.JSON.createObjectNode());
    } else if (body.path("target").asText().equals("nobody")) {
      answer(
          exchange,
          404,
          problem("There is no node 'nobody'.", "target", "Choose a node of the list."));
    } else {
      String id = "hold-" + (holds.size() + 1);
      hold(
          id,
          body.path("scope").asText(),
          body.path("target").asText(),
          body.path("reason").asText());
      answer(exchange, 201, holds.getOrDefault(id, FakeAnswers.JSON.createObjectNode()));
    }
  }

  private static ObjectNode problem(String error, String where, String what) {
    return FakeAnswers.JSON
        .createObjectNode()
        .put("error", error)
        .put("where", where)
        .put("do", what);
  }

  private static void answer(HttpExchange exchange, int status, ObjectNode body)
      throws IOException {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static void file(HttpExchange exchange, String resource) throws IOException {
    try (InputStream in = FakeDashboard.class.getResourceAsStream(resource)) {
      if (in == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      byte[] bytes = in.readAllBytes();
      exchange.getResponseHeaders().set("Content-Type", typeOf(resource));
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static String typeOf(String resource) {
    return switch (resource.substring(resource.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> "application/octet-stream";
    };
  }

  private static Map<String, String> query(@org.jspecify.annotations.Nullable String raw) {
    Map<String, String> query = new HashMap<>();
    for (String pair : raw == null ? new String[0] : raw.split("&")) {
      String[] parts = pair.split("=", 2);
      query.put(
          parts[0], URLDecoder.decode(parts.length == 2 ? parts[1] : "", StandardCharsets.UTF_8));
    }
    return query;
  }

  @Override
  public void close() {
    ticker.shutdownNow();
    streams.forEach(HttpExchange::close);
    server.stop(0);
    threads.shutdownNow();
  }
}
