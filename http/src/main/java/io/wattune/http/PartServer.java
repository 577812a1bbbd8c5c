package io.wattune.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.json.JavalinJackson;
import io.wattune.http.metric.Metrics;
import io.wattune.http.tls.ServerCertificate;
import io.wattune.http.tls.TlsException;
import io.wattune.http.tls.TlsFiles;
import io.wattune.schemas.failure.FailureWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server of a part: {@code /health} for everybody, {@code /metrics} and the part's own
 * routes for those who may look, changes for those who may operate. {@link Caller#of} says to a
 * route who asks; a route answers an error by throwing a {@link Problem}.
 */
public final class PartServer implements AutoCloseable {
  /** 200 while the part does its work, 503 when it does not. */
  static final String HEALTH = "/health";

  /** Prometheus' text, or OpenMetrics where the client asks for it. */
  private static final String METRICS = "/metrics";

  private static final Logger LOG = LoggerFactory.getLogger(PartServer.class);

  private static final int MOST_THREADS = 16;
  private static final int LEAST_THREADS = 2;
  private static final Duration SWEEP = Duration.ofSeconds(1);

  /** Who comes when it is full is a second late: a burst of scrapes is more than Java's 50. */
  private static final int UNACCEPTED = 1_024;

  private final PartServerOptions options;
  private final Javalin javalin;

  private PartServer(PartServerOptions options, Javalin javalin) {
    this.options = options;
    this.javalin = javalin;
  }

  /** A server with health and metrics only. */
  public static PartServer start(PartServerOptions options, Health health, Metrics metrics)
      throws IOException {
    return start(options, health, metrics, routes -> {});
  }

  /**
   * Starts to listen.
   *
   * @param routes adds the part's own routes; one that is given {@link Role#OPERATE} needs it even
   *     to look, and every method but GET and HEAD needs it anyway
   * @throws TlsException where its files of TLS cannot be used
   * @throws IOException where the address cannot be had; the message says what to do
   */
  public static PartServer start(
      PartServerOptions options, Health health, Metrics metrics, Consumer<RoutesConfig> routes)
      throws IOException {
    TlsFiles files = options.tls();
    ServerCertificate certificate =
        files == null ? null : ServerCertificate.of(files, InstantSource.system());
    AccessFilter filter =
        new AccessFilter(
            options.access(),
            new Origins(options.address()),
            new Sessions(System::nanoTime),
            options.part());
    Javalin javalin =
        Javalin.create(
            config -> {
              configure(config, options, certificate);
              addRoutes(
                  config.routes,
                  options,
                  filter,
                  certificate == null ? health : withCertificate(health, certificate),
                  certificate == null ? metrics : metrics.with(certificate));
              routes.accept(config.routes);
            });
    try {
      javalin.start(options.address().host(), options.address().port());
    } catch (RuntimeException e) {
      javalin.stop();
      throw refused(options.address(), e);
    }
    var server = new PartServer(options, javalin);
    LOG.info("{}: {}/health and {}/metrics", options.part(), server.address(), server.address());
    return server;
  }

  /** Where it listens, with the port that it has. */
  public URI address() {
    return URI.create(
        (options.tls() == null ? "http://" : "https://")
            + new ListenAddress(options.address().host(), javalin.port()));
  }

  @Override
  public void close() {
    javalin.stop();
  }

  private static Health withCertificate(Health health, ServerCertificate certificate) {
    return () -> {
      List<HealthCheck> checks = new ArrayList<>(health.checks());
      checks.add(
          certificate
              .trouble()
              .map(trouble -> HealthCheck.degraded("certificate", trouble))
              .orElse(HealthCheck.up("certificate", "is valid")));
      return checks;
    };
  }

  private static void configure(
      JavalinConfig config, PartServerOptions options, @Nullable ServerCertificate certificate) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.maxRequestSize = Requests.MOST_BODY_BYTES;
    config.http.prefer405over404 = true;
    config.router.ignoreTrailingSlashes = false;
    config.jsonMapper(new JavalinJackson());
    var threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS);
    threads.setName("wattune-http-" + options.part());
    threads.setDaemon(true);
    config.jetty.threadPool = threads;
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    config.jetty.modifyServer(server -> server.setErrorHandler(HttpAnswers::plain));
    var places = new ConnectionPlaces(System::nanoTime);
    config.jetty.modifyServletContextHandler(handler -> insert(handler, places));
    config.jetty.addConnector(
        (server, http) -> {
          var connector = new ServerConnector(server, factories(http, certificate));
          connector.setHost(options.address().host());
          connector.setPort(options.address().port());
          connector.setAcceptQueueSize(UNACCEPTED);
          connector.addBean(places);
          connector.addBean(new ScheduledWork(server.getScheduler(), SWEEP, places::sweep));
          if (certificate != null) {
            connector.addBean(
                new ScheduledWork(
                    server.getScheduler(), ServerCertificate.PERIOD, certificate::look));
          }
          return connector;
        });
  }

  private static ConnectionFactory[] factories(
      HttpConfiguration http, @Nullable ServerCertificate certificate) {
    var plain = new HttpConnectionFactory(http);
    if (certificate == null) {
      return new ConnectionFactory[] {plain};
    }
    // Any name will do, as without TLS: who asks checks that the certificate has it.
    http.addCustomizer(new SecureRequestCustomizer(false));
    return new ConnectionFactory[] {
      new SslConnectionFactory(certificate.jetty(), plain.getProtocol()), plain
    };
  }

  /** The last one is the first to see a request. */
  private static void insert(Handler.Singleton context, ConnectionPlaces places) {
    context.insertHandler(places.handler());
    context.insertHandler(WholeBodies.reading(Requests.MOST_BODY_BYTES));
    context.insertHandler(new WholeBodies());
    context.insertHandler(new SizeLimitHandler(Requests.MOST_BODY_BYTES, -1));
  }

  private static void addRoutes(
      RoutesConfig routes,
      PartServerOptions options,
      AccessFilter filter,
      Health health,
      Metrics metrics) {
    routes.before(HttpAnswers::addHeaders);
    routes.before(filter::check);
    routes.beforeMatched(filter::requireRouteRole);
    routes.after(PartServer::logChange);
    HttpAnswers.addErrors(routes);
    long startedNanos = System.nanoTime();
    routes.get(
        HEALTH,
        request ->
            health(
                request, HealthReport.of(options.part(), options.version(), health, startedNanos)));
    routes.get(METRICS, request -> metrics(request, metrics));
    new LoginPage(options.part()).addTo(routes);
  }

  private static void health(Context request, HealthReport report) {
    request.header("Cache-Control", "no-store");
    request.status(report.httpStatus()).contentType("application/json").result(report.json());
  }

  private static void metrics(Context request, Metrics metrics) throws IOException {
    String accept = request.header("Accept");
    var out = new ByteArrayOutputStream();
    metrics.write(accept, out);
    request.header("Cache-Control", "no-store");
    request.contentType(metrics.contentType(accept)).result(out.toByteArray());
  }

  /** Who has changed what, or has tried to. */
  private static void logChange(Context request) {
    if (!Requests.isSafe(request)) {
      Caller caller = request.attribute(Caller.ATTRIBUTE);
      LOG.info(
          "{} {} by {}: {}",
          request.method(),
          request.path(),
          caller == null ? "somebody@" + request.ip() : caller,
          request.statusCode());
    }
  }

  private static IOException refused(ListenAddress address, RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return new IOException(
            address
                + " is taken, or is not an address of this machine; stop what listens there, or"
                + " give another --listen HOST:PORT (port 0: any free one)",
            failure);
      }
    }
    return new IOException(
        address + " cannot be listened on: " + FailureWords.of(failure), failure);
  }
}
