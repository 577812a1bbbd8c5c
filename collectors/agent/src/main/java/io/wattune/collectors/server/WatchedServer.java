package io.wattune.collectors.server;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.exposition.PageClient;
import io.wattune.collectors.node.ServerConfig;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.failure.FailureWords;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One server: asks for its page, and publishes a reading of its work since the page before. Work of
 * 0 is a reading, too: a server that nobody asks anything delivers nothing. It is no activity: the
 * energy is booked to the server's process, as the devices or the server itself report it.
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
  private final Consumer<String> changes;
  private final PageClient client;
  private final ServedWork work;
  private final CounterReadingCodec codec = new CounterReadingCodec();
  private @Nullable CompletableFuture<String> coming;
  private boolean hasSpoken;
  private boolean answers;
  private long pages;
  private long failures;
  private long readings;

  /**
   * A server.
   *
   * @param devices ids of those that it runs on, at least one; its work is divided equally
   * @param changes told one line at each change of state
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
    this.changes = changes;
    this.client = new PageClient(config.url(), PATIENCE, "server '" + config.name() + "'");
    this.work = new ServedWork(config.metric(), config.labels());
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
    if (failure != null || text == null) {
      failed(failure == null ? "it answered nothing" : FailureWords.of(client.failure(failure)));
      return;
    }
    pages++;
    try {
      Map<Map<String, String>, Double> series = work.series(text);
      if (series.isEmpty()) {
        failed("the page at " + config.url() + " does not show the metric " + shownMetric());
        return;
      }
      report(true, "the work of server '" + config.name() + "' is read at " + config.url());
      work.take(series, asked + (clock.epochNanos() - asked) / 2).ifPresent(this::publish);
    } catch (IllegalArgumentException e) {
      failed(String.valueOf(e.getMessage()));
    }
  }

  private String shownMetric() {
    return "'" + config.metric() + "'" + (config.labels().isEmpty() ? "" : " " + config.labels());
  }

  private void failed(String why) {
    failures++;
    report(false, "the work of server '" + config.name() + "' is not known: " + why);
  }

  /** Once for each change: a server that is away for a day is one line. */
  private void report(boolean nowAnswers, String line) {
    if (!hasSpoken || nowAnswers != answers) {
      changes.accept(line);
    }
    hasSpoken = true;
    answers = nowAnswers;
  }

  private void publish(ServedWork.Interval interval) {
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
              WorkSignal.SERVER),
          codec);
    }
    sink.flush();
  }

  synchronized ServerStatus status() {
    return new ServerStatus(config.name(), answers, pages, failures, work.resets(), readings);
  }

  /** Gives up what is on its way. */
  void close() {
    CompletableFuture<String> given;
    synchronized (this) {
      given = coming;
    }
    if (given != null) {
      given.cancel(true);
    }
  }
}
