package io.wattune.control;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.SchemaPublisher;
import io.wattune.kafka.StreamsHost;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * A running controller. The topics must be there. When it is closed it leaves the group, so that
 * another takes its nodes over at once; settings that it has sent end with their leases. Thread
 * safe.
 */
public final class Controller implements AutoCloseable {
  private final ControllerCounters counters = new ControllerCounters();
  private final StreamsHost host;

  private Controller(ControllerOptions options) {
    host =
        new StreamsHost(
            "the controller", ControllerTopology.build(options, counters), options.streams());
  }

  /**
   * Starts a controller. Returns before it owns any node: see {@link #awaitRunning}.
   *
   * @throws IllegalStateException where the broker does not take its schemas, or does not say which
   *     cluster it is of
   */
  public static Controller start(ControllerOptions options) {
    SchemaPublisher.publish(
        options.kafka(), options.namespace(), List.of(Topic.DECISIONS, Topic.REJECTS));
    try (Admin admin = options.kafka().admin(Map.of())) {
      PresentOffsets.skipToPresent(admin, options);
    }
    var controller = new Controller(options.on(clusterId(options.kafka())));
    controller.host.start();
    return controller;
  }

  private static String clusterId(KafkaAccess kafka) {
    try {
      return kafka.clusterId();
    } catch (KafkaException e) {
      throw new IllegalStateException(KafkaTrouble.line(e), e);
    }
  }

  /**
   * Waits until it has got its nodes and their state.
   *
   * @return whether it has, within this time
   */
  public boolean awaitRunning(Duration atMost) throws InterruptedException {
    return host.awaitRunning(atMost);
  }

  /**
   * Waits until it has ended, by being closed or by a failure that threads cannot be replaced for.
   */
  public void awaitEnd() throws InterruptedException {
    host.awaitEnd();
  }

  /** Whether it decides now; it does not while nodes change hands. */
  public boolean isRunning() {
    return host.isRunning();
  }

  /** Whether it has ended, by being closed or by a failure. */
  public boolean isOver() {
    return host.isOver();
  }

  /** Its state in one word, for people. */
  public String state() {
    return host.state();
  }

  /** What failed last, if anything did. */
  public Optional<Throwable> lastFailure() {
    return host.lastFailure();
  }

  /** What it has done so far. */
  public ControllerCounters counts() {
    return counters;
  }

  /** A probe of it. */
  public ControlProbe probe() {
    return new ControlProbe(
        () ->
            new ControlSnapshot(
                counters,
                state(),
                isRunning(),
                isOver(),
                host.replacedThreads(),
                host.lagByTopic()));
  }

  @Override
  public void close() {
    host.close();
  }
}
