package io.wattune.dashboard.health;

import io.wattune.dashboard.feed.FeedStatus;
import io.wattune.dashboard.state.LiveState;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.thread.Worker;
import io.wattune.schemas.topics.Namespace;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every five seconds how everything does, in a thread of its own. */
public final class HealthBoard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HealthBoard.class);
  private static final long EVERY_SECONDS = 5;

  private final TopicWatch topics;
  private final PartPoll parts;
  private final HealthSource inProcess;
  private final Supplier<FeedStatus> feed;
  private final LiveState state;
  private final ScheduledExecutorService looker;
  private volatile HealthNow now =
      new HealthNow(List.of(), List.of(), List.of(), null, List.of(), null);
  private volatile boolean brokerAnswers = true;

  /**
   * A board that has not looked yet.
   *
   * @param others other parts by name, with the addresses of their servers
   * @param clients by which they are asked
   */
  public HealthBoard(
      KafkaAccess kafka,
      Namespace namespace,
      Map<String, URI> others,
      Supplier<HttpClient> clients,
      HealthSource inProcess,
      Supplier<FeedStatus> feed,
      LiveState state) {
    this.topics = new TopicWatch(kafka, namespace);
    this.parts = new PartPoll(others, clients);
    this.inProcess = inProcess;
    this.feed = feed;
    this.state = state;
    this.looker = Executors.newSingleThreadScheduledExecutor(Worker.threads("dashboard-health"));
  }

  /** Begins to look. */
  public void start() {
    var unused = looker.scheduleWithFixedDelay(this::look, 0, EVERY_SECONDS, TimeUnit.SECONDS);
  }

  /** What was seen last. */
  public HealthNow now() {
    return now;
  }

  private void look() {
    try {
      List<PartHealth> all = new ArrayList<>();
      all.add(own());
      all.addAll(inProcess.parts());
      all.addAll(parts.look());
      now =
          new HealthNow(
              all,
              topics(),
              state.rejects(),
              inProcess.spool().orElse(null),
              inProcess.jobs(),
              inProcess.store().orElse(null));
    } catch (RuntimeException e) {
      LOG.error("the health of the parts cannot be read", e);
    }
  }

  private PartHealth own() {
    FeedStatus status = feed.get();
    String trouble = status.trouble();
    if (trouble != null) {
      return new PartHealth("dashboard", "DOWN", "the broker does not answer: " + trouble);
    }
    if (status.missingTopics() > 0) {
      return new PartHealth(
          "dashboard",
          "DEGRADED",
          status.missingTopics() + " topics are not there yet; has a pipeline been started?");
    }
    if (!status.hasCaughtUp()) {
      return new PartHealth("dashboard", "DEGRADED", "reads what was there before its start");
    }
    return new PartHealth(
        "dashboard",
        "UP",
        "%s records read, %s of them could not be"
            .formatted(status.recordsRead(), status.recordsUndecodable()));
  }

  private List<TopicHealth> topics() {
    try {
      List<TopicHealth> found = topics.look(feed.get().newestMillis());
      brokerAnswers = true;
      return found;
    } catch (ExecutionException | TimeoutException e) {
      if (brokerAnswers) {
        LOG.warn(
            "the broker does not say how its topics do: {}",
            KafkaTrouble.words(e, FailureWords.of(e)));
      }
      brokerAnswers = false;
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  @Override
  public void close() {
    looker.shutdownNow();
    topics.close();
  }
}
