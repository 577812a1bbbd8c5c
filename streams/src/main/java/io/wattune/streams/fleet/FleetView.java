package io.wattune.streams.fleet;

import io.wattune.http.Health;
import io.wattune.http.HealthCheck;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServer;
import io.wattune.http.PartServerOptions;
import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import io.wattune.kafka.ConsumerLag;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.kafka.SchemaPublisher;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.fleet.topology.FleetCounters;
import io.wattune.streams.fleet.topology.FleetTopology;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running fleet view: one instance, with its HTTP server. The topics must be there. When it is
 * closed it leaves the group, so that another takes its part over at once. Thread safe.
 */
public final class FleetView implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FleetView.class);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
  private static final long BEFORE_REPLACING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final FleetViewOptions options;
  private final FleetCounters counters = new FleetCounters();
  private final LongAdder replacedThreads = new LongAdder();
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final PartServer server;
  private final KafkaStreams streams;
  private volatile @Nullable Throwable lastFailure;

  private FleetView(
      FleetViewOptions options, Function<Supplier<FleetViewStatus>, MetricSource> metrics)
      throws IOException {
    this.options = options;
    var queries = new FleetQueries(options.settings());
    var api = new FleetApi(queries);
    var late = new LateStatus();
    var peers =
        options.tls() == null
            ? Peers.plain(options.access())
            : Peers.byTls(options.access(), options.asking());
    server =
        PartServer.start(
            new PartServerOptions(
                "fleet", options.version(), options.listen(), options.access(), options.tls()),
            late,
            Metrics.of(metrics.apply(late::status)),
            api::addTo);
    ListenAddress reached = reached();
    streams = streams(reached);
    streams.setUncaughtExceptionHandler(this::replace);
    streams.setStateListener((now, before) -> entered(now));
    late.view = this;
    api.use(
        new Router(
            new Instances(streams, new HostInfo(reached.host(), reached.port())),
            new LocalStores(streams),
            peers,
            queries,
            options.applicationId() + "-by-node-repartition",
            options.settings().tasks()));
  }

  private KafkaStreams streams(ListenAddress reached) {
    try {
      return new KafkaStreams(
          FleetTopology.build(
              options.settings(),
              counters,
              () -> new PublishedSchemas(options.kafka(), options.settings().namespace())),
          FleetStreamsSettings.of(options, reached));
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private ListenAddress reached() {
    ListenAddress given = options.applicationServer();
    return given == null
        ? new ListenAddress(options.listen().host(), server.address().getPort())
        : given;
  }

  /** Starts a view whose {@code /metrics} shows those of its JVM. */
  public static FleetView start(FleetViewOptions options) throws IOException {
    return start(options, status -> MetricSource.NOTHING);
  }

  /**
   * Starts a view. Returns before it owns any part: see {@link #awaitRunning}.
   *
   * @param metrics makes of its status what {@code /metrics} shows
   * @throws IllegalStateException where the broker does not take its schemas
   * @throws IOException where the address cannot be had
   */
  public static FleetView start(
      FleetViewOptions options, Function<Supplier<FleetViewStatus>, MetricSource> metrics)
      throws IOException {
    publishSchemas(options);
    var view = new FleetView(options, metrics);
    try {
      view.streams.start();
    } catch (RuntimeException e) {
      view.close();
      throw e;
    }
    return view;
  }

  private static void publishSchemas(FleetViewOptions options) {
    try (var producer = options.kafka().producer(Map.of("max.block.ms", "10000"))) {
      var publisher = new SchemaPublisher(producer, options.settings().namespace());
      publisher.publish(Topic.FLEET);
      publisher.publish(Topic.REJECTS);
    }
  }

  /** The status of a view that may still be made: its server answers from the first moment on. */
  private static final class LateStatus implements Health {
    private volatile @Nullable FleetView view;

    FleetViewStatus status() {
      FleetView made = view;
      return made == null
          ? new FleetViewStatus(
              "starting",
              false,
              false,
              new FleetCounters().counts(),
              0,
              0,
              Map.of(),
              Optional.empty())
          : made.status();
    }

    @Override
    public List<HealthCheck> checks() {
      return status().checks();
    }
  }

  private void entered(KafkaStreams.State state) {
    LOG.debug("the fleet view is {}", state);
    if (state == KafkaStreams.State.RUNNING) {
      running.countDown();
    }
    if (state == KafkaStreams.State.ERROR || state == KafkaStreams.State.NOT_RUNNING) {
      ended.countDown();
      running.countDown();
    }
  }

  /** Waits on the failed thread, so that what fails at once does not fail without a pause. */
  private StreamThreadExceptionResponse replace(Throwable failure) {
    lastFailure = failure;
    replacedThreads.increment();
    KafkaTrouble.ofAccess(failure)
        .ifPresentOrElse(
            words -> LOG.error("a thread of the fleet view failed and is replaced: {}", words),
            () -> LOG.error("a thread of the fleet view failed and is replaced", failure));
    LockSupport.parkNanos(BEFORE_REPLACING_NANOS);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /**
   * Waits until it has got its part and the state of it.
   *
   * @return whether it has, within this time
   */
  public boolean awaitRunning(Duration atMost) throws InterruptedException {
    return running.await(atMost.toNanos(), TimeUnit.NANOSECONDS) && ended.getCount() > 0;
  }

  /** Waits until it has ended, by being closed or by a failure that cannot be recovered from. */
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /** Whether it sums now; it does not while parts change hands. */
  public boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  /** Where it answers. */
  public URI address() {
    return server.address();
  }

  /** How it does. */
  public FleetViewStatus status() {
    boolean isRunning = isRunning();
    return new FleetViewStatus(
        streams.state().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        isRunning,
        ended.getCount() == 0,
        counters.counts(),
        isRunning ? streams.metadataForAllStreamsClients().size() : 0,
        replacedThreads.sum(),
        ConsumerLag.byTopic(streams.metrics()),
        Optional.ofNullable(lastFailure));
  }

  @Override
  public void close() {
    server.close();
    var leaving =
        CloseOptions.timeout(CLOSE_WITHIN)
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    if (!streams.close(leaving)) {
      LOG.warn(
          "the fleet view did not stop within {}; another instance, or the next start, reads the"
              + " rest again",
          CLOSE_WITHIN);
    }
    ended.countDown();
  }
}
