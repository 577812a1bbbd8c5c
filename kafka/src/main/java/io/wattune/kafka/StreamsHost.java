package io.wattune.kafka;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a topology of Kafka Streams. A thread that fails is replaced. When it is closed it leaves
 * the group, so that another instance takes its tasks over at once. Thread-safe.
 */
public final class StreamsHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamsHost.class);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
  private static final long BEFORE_REPLACING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String part;
  private final KafkaStreams streams;
  private final LongAdder replacedThreads = new LongAdder();
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable Throwable lastFailure;

  /**
   * A host that is not started yet.
   *
   * @param part what the log calls it, such as {@code the controller}
   */
  public StreamsHost(String part, Topology topology, StreamsSettings settings) {
    this.part = part;
    streams = new KafkaStreams(topology, settings.toProperties());
    streams.setUncaughtExceptionHandler(this::replace);
    streams.setStateListener((now, before) -> entered(now));
  }

  /** Begins. Returns before it has any task: see {@link #awaitRunning}. */
  public void start() {
    streams.start();
  }

  private void entered(KafkaStreams.State state) {
    LOG.debug("{} is {}", part, state);
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
            words -> LOG.error("a thread of {} failed and is replaced: {}", part, words),
            () -> LOG.error("a thread of {} failed and is replaced", part, failure));
    LockSupport.parkNanos(BEFORE_REPLACING_NANOS);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /**
   * Waits until it has got its tasks and their state.
   *
   * @return whether it has, within this time
   */
  public boolean awaitRunning(Duration atMost) throws InterruptedException {
    return running.await(atMost.toNanos(), TimeUnit.NANOSECONDS) && !isOver();
  }

  /** Waits until it has ended, by being closed or by a failure that no new thread mends. */
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /** Whether it works now; it does not while tasks change hands. */
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

  /** Threads that failed and were replaced. */
  public long replacedThreads() {
    return replacedThreads.sum();
  }

  /** Records not read yet, by topic. */
  public Map<String, Long> lagByTopic() {
    return ConsumerLag.byTopic(streams.metrics());
  }

  /** Answers questions about stores, and about who owns them. */
  public KafkaStreams streams() {
    return streams;
  }

  @Override
  public void close() {
    var leaving =
        CloseOptions.timeout(CLOSE_WITHIN)
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    if (!streams.close(leaving)) {
      LOG.warn(
          "{} did not stop within {}; another instance, or the next start, reads the rest again",
          part,
          CLOSE_WITHIN);
    }
    ended.countDown();
  }
}
