package io.wattune.collectors.spool;

import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.thread.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Publishes the records of all reader threads with bounded memory: to the broker while it is there,
 * to a spool on disk while it is not, from there in order when it is back.
 *
 * <p><b>What can be lost</b>, each counted by topic: the oldest records when the spool is full, or
 * when it cannot be written and the queue is full; a record that the broker refuses. Not counted,
 * since nobody is left to count: records in memory when the process is killed, at most the queue
 * and what is unconfirmed; normally the last tenth of a second.
 *
 * <p><b>What can come twice</b>: records whose fate was unknown when the broker went, or the
 * process died. Readers drop a block whose times they have had.
 *
 * <p>Publishing never blocks, from any thread. Closing flushes for a limited time and spools the
 * rest.
 */
public final class SpoolingPublisher implements AutoCloseable {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);
  private static final long DEFECT_PAUSE_NANOS = 1_000_000_000L;
  private static final long CLOSING_NANOS = 5_000_000L;

  /** What the sender's thread last saw of its own things. */
  private record Snapshot(
      PublisherState state, long unconfirmed, long spooledRecords, long spooledBytes) {}

  private final PublisherCounts counts;
  private final RecordQueue queue;
  private final DiskSpool spool;
  private final Sender sender;
  private final ExecutorService probes;
  private final Consumer<String> changes;
  private final long recovered;
  private final Thread thread;
  private volatile Snapshot snapshot;
  private volatile boolean isClosed;
  private volatile long closeDueNanos;

  private SpoolingPublisher(
      String name,
      PublisherCounts counts,
      DiskSpool spool,
      ProducerOpener opener,
      PublisherSettings settings,
      Consumer<String> changes) {
    this.counts = counts;
    this.spool = spool;
    this.changes = changes;
    this.queue =
        new RecordQueue(settings.queueBytes(), record -> counts.dropped(record.topic(), 1));
    this.probes = Executors.newSingleThreadExecutor(Worker.threads("probe-" + name));
    var random = new SplittableRandom();
    var probe = new BrokerSearch(opener, probes, settings, random::nextDouble);
    this.sender = new Sender(queue, spool, probe, settings, counts, this::wake, changes);
    this.recovered = spool.unreadRecords();
    this.snapshot = look();
    this.thread = Worker.threads("publisher-" + name).newThread(this::run);
  }

  /**
   * Takes the spool's folder and begins to look for the broker.
   *
   * @param name of the node, for threads
   * @param folder of the spool; made where it is absent
   * @param changes receives one line for each change of state, from the sender's thread
   * @throws IOException where the folder cannot be used, or another process uses it
   */
  public static SpoolingPublisher start(
      String name,
      Path folder,
      ProducerOpener opener,
      PublisherSettings settings,
      Consumer<String> changes)
      throws IOException {
    var counts = new PublisherCounts();
    DiskSpool spool = DiskSpool.open(folder, settings.spoolBytes(), counts::dropped);
    if (spool.cutBytes() > 0) {
      changes.accept(
          "the spool ended in " + spool.cutBytes() + " bytes that are no whole records; cut off");
    }
    var publisher = new SpoolingPublisher(name, counts, spool, opener, settings, changes);
    publisher.thread.start();
    return publisher;
  }

  /**
   * Takes a record, which is dropped where the publisher has been closed. It is sent at the next
   * {@link #flush}, or within a quarter of a second. The value is owned by the publisher from now
   * on.
   *
   * @param topic full name of the topic
   */
  public void publish(String topic, String key, byte[] value) {
    counts.published.increment();
    queue.offer(new OutgoingRecord(topic, key, value));
  }

  /** Begins to send what was published. */
  public void flush() {
    if (!queue.isEmpty()) {
      wake();
    }
  }

  /** How things stand. */
  public PublisherStatus status() {
    Snapshot last = snapshot;
    return new PublisherStatus(
        last.state(),
        counts.published.sum(),
        recovered,
        counts.confirmed.sum(),
        queue.size(),
        last.unconfirmed(),
        last.spooledRecords(),
        last.spooledBytes(),
        counts.resent.sum(),
        spool.cutBytes(),
        counts.dropped());
  }

  private Snapshot look() {
    return new Snapshot(sender.state(), sender.unconfirmed(), spool.unreadRecords(), spool.bytes());
  }

  private void wake() {
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!isClosed || isWorthWaiting()) {
      long wait;
      try {
        wait = sender.step(System.nanoTime());
        snapshot = look();
      } catch (RuntimeException e) {
        changes.accept("this is a defect in the publisher, please report it: " + e);
        wait = DEFECT_PAUSE_NANOS;
      }
      if (wait > 0) {
        // Answers wake nobody, and whoever closes waits for them.
        LockSupport.parkNanos(this, isClosed ? Math.min(wait, CLOSING_NANOS) : wait);
      }
    }
    finish();
  }

  private boolean isWorthWaiting() {
    return sender.state() != PublisherState.SPOOLING
        && !sender.isDone()
        && closeDueNanos - System.nanoTime() > 0;
  }

  private void finish() {
    try {
      sender.finish();
      snapshot = look();
      spool.close();
    } catch (IOException | RuntimeException e) {
      changes.accept("the spool could not be closed: " + FailureWords.of(e));
    }
  }

  /** Flushes for at most two seconds; what the broker does not have then waits in the spool. */
  @Override
  public void close() {
    closeDueNanos = System.nanoTime() + CLOSE_LIMIT.toNanos();
    isClosed = true;
    wake();
    boolean wasInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        wasInterrupted = true; // What is not spooled would be lost: go on.
      }
    }
    probes.shutdownNow();
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
