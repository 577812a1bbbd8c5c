package io.wattune.collectors.server;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.exposition.PageClient;
import io.wattune.collectors.node.ServerConfig;
import io.wattune.collectors.node.ServerPreset;
import io.wattune.collectors.node.ServingMetrics;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import io.wattune.core.serving.ServingReading;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One server: asks for its page, and publishes a reading of its work since the page before, and one
 * of its requests where its kind is known. The two are apart: a page may show one of them only.
 * Work of 0 is a reading, too: a server that nobody asks anything delivers nothing. It is no
 * activity: the energy is booked to the server's process, as the devices or the server itself
 * report it.
 *
 * <p>A page is taken to be of the middle between question and answer, so the interval's ends are
 * known to half the time that an answer takes. For any thread.
 */
final class WatchedServer {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final String id;
  private final ServerConfig config;
  private final List<String> devices;
  private final AgentClock clock;
  private final RecordSink sink;
  private final PageClient client;
  private final ServedWork work;
  private final CounterReadingCodec codec = new CounterReadingCodec();
  private final RequestPage.@Nullable Reader requestReader;
  private final @Nullable ServedRequests requests;
  private final ServingReadingCodec servingCodec = new ServingReadingCodec();
  private final Spoken workState;
  private final Spoken requestState;
  private @Nullable CompletableFuture<String> coming;
  private boolean isClosed;
  private long pages;
  private long failures;
  private long readings;
  private long servingReadings;

  /**
   * A server.
   *
   * @param devices ids of those that it runs on, at least one; its work is divided equally
   * @param changes receives one line for each change of state
   */
  WatchedServer(
      String node,
      ServerConfig config,
      List<String> devices,
      AgentClock clock,
      RecordSink sink,
      Consumer<String> changes) {
    this.id = "server/" + node + "/" + config.name();
    this.config = config;
    this.devices = List.copyOf(devices);
    this.clock = clock;
    this.sink = sink;
    this.client = new PageClient(config.url(), PATIENCE, "server '" + config.name() + "'");
    this.work = new ServedWork(config.metric(), config.labels());
    this.workState = new Spoken(changes);
    this.requestState = new Spoken(changes);
    ServerPreset preset = config.preset();
    ServingMetrics metrics = preset == null ? null : preset.serving();
    this.requestReader = metrics == null ? null : new RequestPage.Reader(metrics, config.labels());
    this.requests =
        metrics == null
            ? null
            : new ServedRequests(node, config.name(), metrics.kind(), this.devices);
  }

  /** Asks for a page, unless one is on its way. Does not wait. */
  synchronized void ask() {
    if (coming != null) {
      return;
    }
    long asked = clock.epochNanos();
    CompletableFuture<String> page = client.ask();
    coming = page;
    var unused = page.whenComplete((text, failure) -> came(asked, text, failure));
  }

  private synchronized void came(long asked, @Nullable String text, @Nullable Throwable failure) {
    coming = null;
    if (isClosed) {
      return; // Given up by us: that says nothing of the server.
    }
    if (failure != null || text == null) {
      failed(failure == null ? "it answered nothing" : FailureWords.of(client.failure(failure)));
      // The work's line says why: of the same page another one would say it again.
      requestState.isLost();
      return;
    }
    pages++;
    long nanos = asked + (clock.epochNanos() - asked) / 2;
    work(text, nanos);
    requests(text, nanos);
    sink.flush();
  }

  private void work(String text, long nanos) {
    try {
      Map<Map<String, String>, Double> series = work.series(text);
      if (series.isEmpty()) {
        failed("the page at " + config.url() + " does not show the metric " + shownMetric());
        return;
      }
      workState.is(true, "the work of server '" + config.name() + "' is read at " + config.url());
      work.take(series, nanos).ifPresent(this::publish);
    } catch (IllegalArgumentException e) {
      failed(String.valueOf(e.getMessage()));
    }
  }

  private void requests(String text, long nanos) {
    if (requestReader == null || requests == null) {
      return;
    }
    String server = "the requests of server '" + config.name() + "' are ";
    try {
      Optional<ServingReading> reading = requests.take(requestReader.read(text), nanos);
      requestState.is(true, server + "read at " + config.url());
      reading.ifPresent(
          each -> {
            servingReadings++;
            sink.publish(
                Topic.SERVING, each.node(), servingCodec.encode(each.ofShare(config.share())));
          });
    } catch (IllegalArgumentException e) {
      requestState.is(false, server + "not known: " + e.getMessage());
    }
  }

  private String shownMetric() {
    return "'" + config.metric() + "'" + (config.labels().isEmpty() ? "" : " " + config.labels());
  }

  private void failed(String why) {
    failures++;
    workState.is(false, "the work of server '" + config.name() + "' is not known: " + why);
  }

  /** Says each change once: a server that is away for a day is one line. */
  private static final class Spoken {
    private final Consumer<String> changes;
    private boolean hasSpoken;
    private boolean isGood;

    Spoken(Consumer<String> changes) {
      this.changes = changes;
    }

    void is(boolean nowGood, String line) {
      if (!hasSpoken || nowGood != isGood) {
        changes.accept(line);
      }
      hasSpoken = true;
      isGood = nowGood;
    }

    /** Somebody else said why. What comes next is news, unless it was bad before, too. */
    void isLost() {
      hasSpoken &= !isGood;
      isGood = false;
    }
  }

  private void publish(ServedWork.WorkInterval interval) {
    double each = interval.work() / devices.size();
    var value = new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, each);
    for (String device : devices) {
      readings++;
      sink.counted(
          new CounterReading(
              device,
              0,
              interval.startNanos(),
              interval.endNanos(),
              Book.PROCESS,
              id,
              config.name(),
              List.of(value),
              false,
              WorkSignal.SERVER,
              Map.of()),
          codec);
    }
  }

  synchronized ServerStatus status() {
    return new ServerStatus(
        config.name(),
        workState.isGood,
        pages,
        failures,
        work.resets(),
        readings,
        requestState.isGood,
        servingReadings);
  }

  /** Gives up what is on its way. */
  void close() {
    CompletableFuture<String> given;
    synchronized (this) {
      isClosed = true;
      given = coming;
    }
    if (given != null) {
      given.cancel(true);
    }
  }
}
