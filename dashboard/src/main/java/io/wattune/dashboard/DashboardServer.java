package io.wattune.dashboard;

import io.wattune.dashboard.api.ActivityNames;
import io.wattune.dashboard.api.Api;
import io.wattune.dashboard.api.HealthAnswer;
import io.wattune.dashboard.events.EventStreams;
import io.wattune.dashboard.feed.DashboardProbe;
import io.wattune.dashboard.feed.DashboardStatus;
import io.wattune.dashboard.feed.Feed;
import io.wattune.dashboard.feed.FeedStatus;
import io.wattune.dashboard.health.HealthBoard;
import io.wattune.dashboard.health.HealthSource;
import io.wattune.dashboard.hold.HoldService;
import io.wattune.dashboard.past.Past;
import io.wattune.dashboard.state.LiveState;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartServer;
import io.wattune.http.PartServerOptions;
import io.wattune.http.metric.Metrics;
import io.wattune.http.tls.AskingClient;
import io.wattune.kafka.OrderSender;
import io.wattune.store.history.History;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The dashboard: reads the topics, keeps the newest, serves the page. Thread safe. */
public final class DashboardServer implements AutoCloseable {
  private static final String PART = "dashboard";
  private static final Duration PARTS_CONNECT_WITHIN = Duration.ofSeconds(3);
  private static final Duration LOOK_BACK = Duration.ofMinutes(15);

  private final ActivityNames names = new ActivityNames();
  private final LiveState state;
  private final Feed feed;
  private final HealthBoard board;
  private final Past past;
  private final EventStreams events;
  private @Nullable PartServer server;

  private DashboardServer(
      DashboardOptions options, HealthSource inProcess, Supplier<HttpClient> asking) {
    state = new LiveState(options.limits(), nowNanos() - LOOK_BACK.toNanos());
    past = new Past(options.store() == null ? null : History.of(options.store()));
    feed = Feed.start(options.kafka(), options.namespace(), state);
    board =
        new HealthBoard(
            options.kafka(),
            options.namespace(),
            options.parts(),
            asking,
            inProcess,
            feed::status,
            state);
    board.start();
    events = new EventStreams(state, names, this::health, DashboardServer::nowNanos);
  }

  /** Starts a dashboard that is alone in its process. */
  public static DashboardServer start(DashboardOptions options) throws IOException {
    return start(options, HealthSource.NONE, probe -> Metrics.of());
  }

  /**
   * Starts a dashboard.
   *
   * @param inProcess says how other parts of this process do
   * @param metrics makes of its probe what {@code /metrics} shows
   * @throws IOException where it cannot listen; the message says what to do
   */
  public static DashboardServer start(
      DashboardOptions options, HealthSource inProcess, Function<DashboardProbe, Metrics> metrics)
      throws IOException {
    var serverOptions =
        new PartServerOptions(
            PART, options.version(), options.address(), options.access(), options.tls());
    var asking =
        AskingClient.of(
            options.asking(), () -> HttpClient.newBuilder().connectTimeout(PARTS_CONNECT_WITHIN));
    var dashboard = new DashboardServer(options, inProcess, asking);
    var holds =
        new HoldService(
            dashboard.state, new OrderSender(options.kafka(), options.namespace())::send);
    var api =
        new Api(
            dashboard.state,
            dashboard.past,
            holds,
            dashboard.names,
            options.version(),
            options.clusterName(),
            () -> !dashboard.feed.status().hasCaughtUp(),
            dashboard::health,
            DashboardServer::nowNanos);
    try {
      dashboard.server =
          PartServer.start(
              serverOptions,
              dashboard::checks,
              metrics.apply(new DashboardProbe(dashboard::snapshot)),
              routes -> {
                api.addTo(routes);
                routes.sse("/api/events", dashboard.events);
              });
      return dashboard;
    } catch (IOException | RuntimeException e) {
      dashboard.close();
      throw e;
    }
  }

  private HealthAnswer health() {
    return HealthAnswer.of(board.now());
  }

  /** Where it listens, with the port that it has. */
  public URI address() {
    PartServer listening = server;
    if (listening == null) {
      throw new IllegalStateException("the dashboard does not listen");
    }
    return listening.address();
  }

  /** How the reading of the topics goes. */
  public FeedStatus status() {
    return feed.status();
  }

  private DashboardStatus snapshot() {
    long now = nowNanos();
    return new DashboardStatus(
        feed.status(),
        state.now(now),
        state.servers(now),
        state.saving(now),
        state.components(now));
  }

  private List<HealthCheck> checks() {
    FeedStatus status = feed.status();
    String note = past.note();
    return List.of(
        status.trouble() != null
            ? HealthCheck.down("broker", "does not answer: " + status.trouble())
            : HealthCheck.up("broker", status.recordsRead() + " records read"),
        status.missingTopics() > 0
            ? HealthCheck.degraded("topics", status.missingTopics() + " are not there yet")
            : status.hasCaughtUp()
                ? HealthCheck.up("topics", status.recordsUndecodable() + " records unreadable")
                : HealthCheck.degraded("topics", "what was there before the start is being read"),
        note == null
            ? HealthCheck.up("store", "answers")
            : past.isThere()
                ? HealthCheck.degraded("store", note)
                : HealthCheck.up("store", "none is configured"));
  }

  private static long nowNanos() {
    return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
  }

  @Override
  public void close() {
    events.close();
    PartServer listening = server;
    if (listening != null) {
      listening.close();
    }
    board.close();
    feed.close();
    past.close();
  }
}
