package io.wattune.control;

import io.wattune.kafka.ConsumerLag;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.SchemaPublisher;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running controller. The topics must be there. When it is closed it leaves the group, so that
 * another takes its nodes over at once; settings that it has sent end with their leases. Thread
 * safe.
 */
public final class Controller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
  private static final long BEFORE_REPLACING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ControllerCounters counters;
  private final KafkaStreams streams;
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable Throwable lastFailure;

  private Controller(ControllerOptions options) {
    counters = new ControllerCounters();
    streams =
        new KafkaStreams(ControllerTopology.build(options, counters), StreamsSettings.of(options));
    streams.setUncaughtExceptionHandler(this::replace);
    streams.setStateListener((now, before) -> entered(now));
  }

  /**
   * Starts a controller. Returns before it owns any node: see {@link #awaitRunning}.
   *
   * @throws IllegalStateException where the broker does not take its schemas
   */
  public static Controller start(ControllerOptions options) {
    publishSchemas(options);
    try (Admin admin = options.kafka().admin(Map.of())) {
      PresentOffsets.skipToPresent(admin, options);
    }
    var controller = new Controller(options);
    controller.streams.start();
    return controller;
  }

  private static void publishSchemas(ControllerOptions options) {
    try (var producer = options.kafka().producer(Map.of("max.block.ms", "10000"))) {
      var publisher = new SchemaPublisher(producer, options.namespace());
      publisher.publish(Topic.DECISIONS);
      publisher.publish(Topic.REJECTS);
    }
  }

  private void entered(KafkaStreams.State state) {
    LOG.debug("the controller is {}", state);
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
    counters.replacedThread();
    KafkaTrouble.ofAccess(failure)
        .ifPresentOrElse(
            words -> LOG.error("a thread of the controller failed and is replaced: {}", words),
            () -> LOG.error("a thread of the controller failed and is replaced", failure));
    LockSupport.parkNanos(BEFORE_REPLACING_NANOS);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /**
   * Waits until it has got its nodes and their state.
   *
   * @return whether it has, within this time
   */
  public boolean awaitRunning(Duration atMost) throws InterruptedException {
    return running.await(atMost.toNanos(), TimeUnit.NANOSECONDS) && !isOver();
  }

  /**
   * Waits until it has ended, by being closed or by a failure that threads cannot be replaced for.
   */
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /** Whether it decides now; it does not while nodes change hands. */
  public boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  /** Whether it has ended, by being closed or by a failure. */
  public boolean isOver() {
    return ended.getCount() == 0;
  }

  /** Its state in one word, for people. */
  public String state() {
    return streams.state().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What failed last, if anything did. */
  public Optional<Throwable> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /** What it has done so far. */
  public ControllerSnapshot counts() {
    return counters.snapshot();
  }

  /** Records not read yet, by topic. */
  public Map<String, Long> lagByTopic() {
    return ConsumerLag.byTopic(streams.metrics());
  }

  @Override
  public void close() {
    var options =
        CloseOptions.timeout(CLOSE_WITHIN)
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    if (!streams.close(options)) {
      LOG.warn(
          "the controller did not stop within {}; the leases of what it sent end by themselves",
          CLOSE_WITHIN);
    }
    ended.countDown();
  }
}
