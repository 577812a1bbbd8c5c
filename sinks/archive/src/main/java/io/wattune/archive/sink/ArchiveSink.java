package io.wattune.archive.sink;

import io.wattune.archive.ArchiveCommit;
import io.wattune.archive.ArchiveException;
import io.wattune.archive.ArchiveFormat;
import io.wattune.archive.ArchiveHeader;
import io.wattune.archive.ArchiveStore;
import io.wattune.archive.OffsetRange;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.PartitionReader;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.thread.Worker;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an archive of a namespace's topics, in a thread of its own, until it is closed. A disk that
 * is full or a broker that is away stops it for as long as that lasts, and it says so; nothing is
 * lost by that which the broker keeps. Thread safe.
 */
public final class ArchiveSink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ArchiveSink.class);
  private static final Duration LOOK_AROUND = Duration.ofSeconds(10);

  /** What is wrong with a folder or its disk shows at the first commit: better soon. */
  private static final Duration FIRST_AGE = Duration.ofSeconds(10);

  private static final long SHORTEST_PAUSE_MILLIS = 500;
  private static final long LONGEST_PAUSE_MILLIS = 30_000;
  private static final ArchiveStatus NOTHING_YET = new ArchiveStatus(0, 0, 0, 0, 0, 0, 0, null);

  private final ArchiveOptions options;
  private final Clock clock;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean untilEnd;

  /** That reading works again does not say that writing does. */
  private boolean cannotWrite;

  private volatile ArchiveStatus status = NOTHING_YET;
  private volatile @Nullable Throwable failure;
  private volatile @Nullable PartitionReader<?> reading;

  private ArchiveSink(ArchiveOptions options, boolean untilEnd, Clock clock) {
    this.options = options;
    this.untilEnd = untilEnd;
    this.clock = clock;
    this.thread = Worker.threads("archive").newThread(this::run);
  }

  /** Starts to archive, until it is closed. */
  public static ArchiveSink start(ArchiveOptions options) {
    var sink = new ArchiveSink(options, false, Clock.systemUTC());
    sink.thread.start();
    return sink;
  }

  /** Starts to archive what is in the topics now, and then is over. */
  public static ArchiveSink startUntilEnd(ArchiveOptions options) {
    var sink = new ArchiveSink(options, true, Clock.systemUTC());
    sink.thread.start();
    return sink;
  }

  /** How it is doing. */
  public ArchiveStatus status() {
    return status;
  }

  /** Records not read yet, by topic. */
  public Map<String, Long> lagByTopic() {
    PartitionReader<?> reader = reading;
    return reader == null ? Map.of() : reader.lagByTopic();
  }

  /**
   * Waits until it is over, at most so long.
   *
   * @return whether it is over
   * @throws IOException when it is over because it cannot go on
   */
  public boolean await(Duration atMost) throws IOException, InterruptedException {
    boolean isOver = over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    Throwable why = failure;
    if (why != null) {
      String message = why instanceof Error ? why.toString() : FailureWords.of(why);
      throw new ArchiveException(message, why);
    }
    return isOver;
  }

  private void run() {
    long pauseMillis = SHORTEST_PAUSE_MILLIS;
    try {
      while (!isClosing()) {
        long commits = status.commits();
        try {
          if (session()) {
            return;
          }
          pauseMillis = SHORTEST_PAUSE_MILLIS;
        } catch (ArchiveException e) {
          throw e;
        } catch (InterruptException e) {
          return;
        } catch (IOException | KafkaException e) {
          pauseMillis = status.commits() > commits ? SHORTEST_PAUSE_MILLIS : pauseMillis;
          pause(e, pauseMillis);
          pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      LOG.error("the archive {} cannot go on: {}", options.folder(), FailureWords.of(e));
      failure = e;
      problem(FailureWords.of(e));
    } catch (Error e) {
      failure = e; // Such as no memory: an end, and no good one.
      problem(e.toString());
      throw e;
    } finally {
      over.countDown();
    }
  }

  private void pause(Exception e, long millis) throws InterruptedException {
    cannotWrite = e instanceof IOException;
    String problem = KafkaTrouble.words(e, FailureWords.of(e));
    if (!problem.equals(status.problem())) {
      LOG.warn(
          "nothing is archived to {} for now: {}; the topics keep it; make room, or see to the"
              + " broker, and it goes on by itself",
          options.folder(),
          problem);
    }
    problem(problem);
    boolean unused = closing.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Returns whether everything is done. */
  private boolean session() throws IOException {
    var wanted =
        new ArchiveHeader(ArchiveFormat.LAYOUT, options.namespace().prefix(), options.buckets());
    try (var connection = BrokerClients.open(options.kafka(), options.namespace());
        var store = ArchiveStore.open(options.folder(), wanted, connection.schemas())) {
      reading = connection.records();
      var session = new ArchiveSession(connection, options.namespace(), options.topics(), store);
      @Nullable Map<TopicPartition, Long> ends = null;
      long lastCommitNanos = System.nanoTime();
      long lastLookNanos = lastCommitNanos;
      while (true) {
        if (untilEnd && ends == null) {
          ends = session.ends();
        }
        session.read();
        long now = System.nanoTime();
        boolean isDone = isClosing() || (ends != null && session.hasReached(ends));
        boolean isDue =
            store.gatheredBytes() >= options.maxBytes()
                || now - lastCommitNanos > maxAge().toNanos();
        boolean commits = session.hasNews() && (isDone || isDue);
        if (commits || now - lastLookNanos > LOOK_AROUND.toNanos()) {
          lastLookNanos = now;
          if (session.isOutOfDate()) {
            return false; // Where a topic was made anew, what was read may be of either: read
            // again.
          }
        }
        if (commits) {
          commit(session);
        }
        if (commits || !session.hasNews()) {
          lastCommitNanos = now;
        }
        updateStatus(store, session);
        if (isDone) {
          return true;
        }
      }
    }
  }

  private Duration maxAge() {
    boolean isFirst = status.commits() == 0;
    return isFirst && options.maxAge().compareTo(FIRST_AGE) > 0 ? FIRST_AGE : options.maxAge();
  }

  private void commit(ArchiveSession session) throws IOException {
    long lost = session.lostOffsets();
    ArchiveCommit commit = session.commit(clock.instant());
    cannotWrite = false;
    ArchiveStatus before = status;
    status =
        new ArchiveStatus(
            before.commits() + 1,
            before.files() + commit.files().size(),
            before.records() + commit.ranges().stream().mapToLong(OffsetRange::records).sum(),
            before.unreadable() + commit.unreadableRecords(),
            before.lost() + lost,
            0,
            before.lag(),
            null);
  }

  private void updateStatus(ArchiveStore store, ArchiveSession session) {
    ArchiveStatus before = status;
    status =
        new ArchiveStatus(
            before.commits(),
            before.files(),
            before.records(),
            before.unreadable(),
            before.lost(),
            store.gatheredRecords(),
            session.lag(),
            cannotWrite ? before.problem() : null);
  }

  private void problem(String problem) {
    ArchiveStatus before = status;
    status =
        new ArchiveStatus(
            before.commits(),
            before.files(),
            before.records(),
            before.unreadable(),
            before.lost(),
            before.gathered(),
            before.lag(),
            problem);
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  /**
   * Stops when everything that is in the topics now has been written; after so long it writes what
   * has been read, and stops.
   */
  public void drain(Duration atMost) {
    untilEnd = true;
    try {
      boolean unused = over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
  }

  /** Writes what has been read, and stops. */
  @Override
  public void close() {
    closing.countDown();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        thread.interrupt();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
