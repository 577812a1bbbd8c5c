package io.wattune.archive.sink;

import io.wattune.archive.ArchiveCommit;
import io.wattune.archive.ArchiveException;
import io.wattune.archive.ArchiveFormat;
import io.wattune.archive.ArchiveHeader;
import io.wattune.archive.ArchiveStore;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.PartitionReader;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.thread.Worker;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
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

  private final ArchiveOptions options;
  private final ArchiveCounts counts = new ArchiveCounts(this::lagByTopic);
  private final Worker worker = Worker.of("archive", this::turn, failure -> {});
  private long pauseMillis = SHORTEST_PAUSE_MILLIS;
  private volatile boolean untilEnd;

  /** That reading works again does not say that writing does. */
  private boolean cannotWrite;

  private volatile @Nullable Throwable failure;
  private volatile @Nullable PartitionReader<?> reading;

  private ArchiveSink(ArchiveOptions options, boolean untilEnd) {
    this.options = options;
    this.untilEnd = untilEnd;
  }

  /** Starts to archive, until it is closed. */
  public static ArchiveSink start(ArchiveOptions options) {
    var sink = new ArchiveSink(options, false);
    sink.worker.start();
    return sink;
  }

  /** Starts to archive what is in the topics now, and then is over. */
  public static ArchiveSink startUntilEnd(ArchiveOptions options) {
    var sink = new ArchiveSink(options, true);
    sink.worker.start();
    return sink;
  }

  /** What it has done so far. */
  public ArchiveCounts counts() {
    return counts;
  }

  private Map<String, Long> lagByTopic() {
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
    boolean isOver = worker.awaitEnd(atMost.toMillis());
    Throwable why = failure;
    if (why != null) {
      String message = why instanceof Error ? why.toString() : FailureWords.of(why);
      throw new ArchiveException(message, why);
    }
    return isOver;
  }

  private long turn() {
    double commits = counts.commits.get();
    try {
      boolean isDone = session();
      pauseMillis = SHORTEST_PAUSE_MILLIS;
      return isDone ? Worker.LAST : 0;
    } catch (ArchiveException e) {
      return ended(e);
    } catch (InterruptException e) {
      return Worker.LAST;
    } catch (IOException | KafkaException e) {
      away(e);
      long pause = counts.commits.get() > commits ? SHORTEST_PAUSE_MILLIS : pauseMillis;
      pauseMillis = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      return TimeUnit.MILLISECONDS.toNanos(pause);
    } catch (RuntimeException e) {
      return ended(e);
    } catch (Error e) {
      failure = e; // Such as no memory: an end, and no good one.
      counts.problem(e.toString());
      worker.stop();
      throw e;
    }
  }

  private long ended(Exception e) {
    LOG.error("the archive {} cannot go on: {}", options.folder(), FailureWords.of(e));
    failure = e;
    counts.problem(FailureWords.of(e));
    return Worker.LAST;
  }

  private void away(Exception e) {
    cannotWrite = e instanceof IOException;
    String problem = KafkaTrouble.words(e, FailureWords.of(e));
    if (!problem.equals(counts.problem())) {
      LOG.warn(
          "nothing is archived to {} for now: {}; the topics keep it; make room, or see to the"
              + " broker, and it goes on by itself",
          options.folder(),
          problem);
    }
    counts.problem(problem);
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
        boolean isDone = worker.isClosed() || (ends != null && session.hasReached(ends));
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
        counts.at(store.gatheredRecords(), session.lag());
        if (!cannotWrite) {
          counts.problem(null);
        }
        if (isDone) {
          return true;
        }
      }
    }
  }

  private Duration maxAge() {
    boolean isFirst = counts.commits.get() == 0;
    return isFirst && options.maxAge().compareTo(FIRST_AGE) > 0 ? FIRST_AGE : options.maxAge();
  }

  private void commit(ArchiveSession session) throws IOException {
    long lost = session.lostOffsets();
    ArchiveCommit commit = session.commit(Instant.now());
    cannotWrite = false;
    counts.committed(commit, lost);
  }

  /**
   * Stops when everything that is in the topics now has been written; after so long it writes what
   * has been read, and stops.
   */
  public void drain(Duration atMost) {
    untilEnd = true;
    boolean unused = worker.hasEnded(atMost.toMillis());
    close();
  }

  /** Writes what has been read, and stops. */
  @Override
  public void close() {
    boolean unused = worker.close(Long.MAX_VALUE);
  }
}
