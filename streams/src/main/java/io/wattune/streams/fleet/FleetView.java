package io.wattune.streams.fleet;

import io.wattune.core.fleet.FleetNode;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServer;
import io.wattune.http.metric.Metrics;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.kafka.SchemaPublisher;
import io.wattune.kafka.StreamsHost;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.fleet.topology.FleetCounters;
import io.wattune.streams.fleet.topology.FleetTopology;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * A running fleet view: one instance, with its HTTP server. The topics must be there. When it is
 * closed it leaves the group, so that another takes its part over at once. Thread safe.
 */
public final class FleetView implements AutoCloseable {
  private final FleetViewOptions options;
  private final FleetCounters counters = new FleetCounters();
  private final FleetProbe probe;
  private final PartServer server;

  /** Null until the server listens: it answers from the first moment on. */
  private volatile @Nullable StreamsHost host;

  private FleetView(FleetViewOptions options, Function<FleetProbe, Metrics> metrics)
      throws IOException {
    this.options = options;
    var queries = new FleetQueries(options.settings());
    var api = new FleetApi(queries);
    probe = new FleetProbe(this::status, this::nodes, options.settings().staleAfter());
    var peers =
        options.server().tls() == null
            ? Peers.plain(options.server().access())
            : Peers.byTls(options.server().access(), options.asking());
    server = PartServer.start(options.server(), probe, metrics.apply(probe), api::addTo);
    ListenAddress reached = reached();
    StreamsHost made = host(reached);
    host = made;
    api.use(
        new Router(
            new Instances(made.streams(), new HostInfo(reached.host(), reached.port())),
            new LocalStores(made.streams()),
            peers,
            queries,
            options.applicationId() + "-by-node-repartition",
            options.settings().tasks()));
  }

  private StreamsHost host(ListenAddress reached) {
    try {
      return new StreamsHost(
          "the fleet view",
          FleetTopology.build(
              options.settings(),
              counters,
              () -> new PublishedSchemas(options.kafka(), options.settings().namespace())),
          options.streams(reached));
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private ListenAddress reached() {
    ListenAddress given = options.applicationServer();
    return given == null
        ? new ListenAddress(options.server().address().host(), server.address().getPort())
        : given;
  }

  /** Starts a view whose {@code /metrics} shows those of its JVM. */
  public static FleetView start(FleetViewOptions options) throws IOException {
    return start(options, probe -> Metrics.of());
  }

  /**
   * Starts a view. Returns before it owns any part: see {@link #awaitRunning}.
   *
   * @param metrics makes of its probe what {@code /metrics} shows
   * @throws IllegalStateException where the broker does not take its schemas
   * @throws IOException where the address cannot be had
   */
  public static FleetView start(FleetViewOptions options, Function<FleetProbe, Metrics> metrics)
      throws IOException {
    SchemaPublisher.publish(
        options.kafka(), options.settings().namespace(), List.of(Topic.FLEET, Topic.REJECTS));
    var view = new FleetView(options, metrics);
    try {
      view.host().start();
    } catch (RuntimeException e) {
      view.close();
      throw e;
    }
    return view;
  }

  /**
   * Waits until it has got its part and its state.
   *
   * @return whether it has, within this time
   */
  public boolean awaitRunning(Duration atMost) throws InterruptedException {
    return host().awaitRunning(atMost);
  }

  /** Waits until it has ended, by being closed or by a failure that cannot be recovered from. */
  public void awaitEnd() throws InterruptedException {
    host().awaitEnd();
  }

  /** Whether it sums now; it does not while parts change hands. */
  public boolean isRunning() {
    StreamsHost made = host;
    return made != null && made.isRunning();
  }

  /** A probe of it. */
  public FleetProbe probe() {
    return probe;
  }

  /** Where it answers. */
  public URI address() {
    return server.address();
  }

  /** The nodes that this instance owns, with their devices; none while parts change hands. */
  public List<FleetNode> nodes() {
    if (!isRunning()) {
      return List.of();
    }
    try {
      return List.copyOf(new LocalStores(host().streams()).devices());
    } catch (InvalidStateStoreException e) {
      return List.of();
    }
  }

  /** How it does. */
  public FleetViewStatus status() {
    StreamsHost made = host;
    if (made == null) {
      return new FleetViewStatus(
          "starting", false, false, counters, 0, 0, Map.of(), Optional.empty());
    }
    boolean isRunning = made.isRunning();
    return new FleetViewStatus(
        made.state(),
        isRunning,
        made.isOver(),
        counters,
        isRunning ? made.streams().metadataForAllStreamsClients().size() : 0,
        made.replacedThreads(),
        made.lagByTopic(),
        made.lastFailure());
  }

  private StreamsHost host() {
    return Objects.requireNonNull(host);
  }

  @Override
  public void close() {
    server.close();
    host().close();
  }
}
