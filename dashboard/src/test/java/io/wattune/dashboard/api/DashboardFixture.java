package io.wattune.dashboard.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.decision.Hold;
import io.wattune.dashboard.events.EventStreams;
import io.wattune.dashboard.health.HealthNow;
import io.wattune.dashboard.health.JobHealth;
import io.wattune.dashboard.health.PartHealth;
import io.wattune.dashboard.health.SpoolHealth;
import io.wattune.dashboard.health.StoreHealth;
import io.wattune.dashboard.health.TopicHealth;
import io.wattune.dashboard.hold.HoldService;
import io.wattune.dashboard.past.Past;
import io.wattune.dashboard.state.LiveState;
import io.wattune.dashboard.state.StateFixture;
import io.wattune.http.Access;
import io.wattune.http.Health;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServer;
import io.wattune.http.PartServerOptions;
import io.wattune.http.metric.Metrics;
import io.wattune.schemas.failure.EngineException;
import io.wattune.store.history.History;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A server of the fixture's fleet, without a broker. */
public final class DashboardFixture implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The fleet. */
  public final LiveState state = StateFixture.fleet();

  final List<Hold> sent = new CopyOnWriteArrayList<>();
  volatile boolean brokerIsAway;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final EventStreams events;
  private final PartServer server;

  /** Starts a server that asks this store for what is old. */
  public DashboardFixture(@Nullable History history) throws IOException {
    var names = new ActivityNames();
    var holds =
        new HoldService(
            state,
            ordered -> {
              if (brokerIsAway) {
                throw EngineException.failed("the broker did not take it");
              }
              sent.addAll(ordered);
            });
    var api =
        new Api(
            state,
            new Past(history),
            holds,
            names,
            "1.0",
            "tatra",
            () -> false,
            () -> HealthAnswer.of(health(state)),
            () -> StateFixture.NOW);
    events =
        new EventStreams(
            state, names, () -> HealthAnswer.of(health(state)), () -> StateFixture.NOW);
    server =
        PartServer.start(
            new PartServerOptions("dashboard", "1.0", ListenAddress.loopback(0), Access.OPEN),
            Health.ALWAYS_UP,
            Metrics.of(),
            routes -> {
              api.addTo(routes);
              routes.sse("/api/events", events);
            });
  }

  private static HealthNow health(LiveState state) {
    return new HealthNow(
        List.of(new PartHealth("dashboard", "UP", "12 records read")),
        List.of(new TopicHealth("power", 12.5, 1000, Map.of("sinks", 3L), 1_763_700_000_000L)),
        state.rejects(),
        new SpoolHealth(0, 0, 0),
        List.of(new JobHealth("ledger", "RUNNING", 0L, 800L, 12L, 4096L)),
        new StoreHealth(1000, 0, 0, 3));
  }

  /** The server's address. */
  public URI address() {
    return server.address();
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(server.address() + path));
  }

  HttpResponse<String> get(String path) throws Exception {
    return send(to(path));
  }

  /** The JSON of a path. */
  public JsonNode json(String path) throws Exception {
    HttpResponse<String> answer = get(path);
    if (answer.statusCode() != 200) {
      throw new AssertionError(path + " gave " + answer.statusCode() + ": " + answer.body());
    }
    return MAPPER.readTree(answer.body());
  }

  /** Sends a change as the page does: with the session's cookie and token. */
  HttpResponse<String> change(String method, String path, String body) throws Exception {
    HttpResponse<String> session = get("/api/session");
    String cookie = session.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    return send(
        to(path)
            .header("Cookie", cookie)
            .header("X-Wattune-Csrf", MAPPER.readTree(session.body()).path("csrf").asText())
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  @Override
  public void close() {
    events.close();
    server.close();
  }
}
