package io.wattune.pipeline;

import io.wattune.archive.sink.ArchiveOptions;
import io.wattune.archive.sink.ArchiveSink;
import io.wattune.embedded.store.EmbeddedStore;
import io.wattune.http.PartProbe;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import io.wattune.sinks.influx.BatchLimits;
import io.wattune.sinks.influx.SinkCounts;
import io.wattune.sinks.influx.SinkSettings;
import io.wattune.sinks.influx.StoreSink;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What writes a run's topics elsewhere: to the store and to the archive, where there are such.
 * Nothing of it holds up correction or control: what it cannot write stays in the broker, and what
 * fails is said and left behind. Not thread safe, but for {@link #close}.
 */
final class StorageWriters implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StorageWriters.class);
  private static final Duration SHORTEST_DRAIN = Duration.ofSeconds(1);
  private static final long MOST_ARCHIVE_BYTES = 64L << 20;
  private static final long SHARE_OF_HEAP = 8;

  private final @Nullable StoreSink sink;
  private final @Nullable ArchiveSink archive;
  private boolean isSinkFailureLogged;

  private StorageWriters(@Nullable StoreSink sink, @Nullable ArchiveSink archive) {
    this.sink = sink;
    this.archive = archive;
  }

  /** Starts what is asked for; the topics must be there. */
  static StorageWriters start(
      KeepOptions options, @Nullable StartingStore starting, KafkaAccess kafka)
      throws EngineException {
    EmbeddedStore store = starting == null ? null : starting.join();
    return new StorageWriters(
        store == null
            ? null
            : StoreSink.start(
                new SinkSettings(kafka, Namespace.live(), store.address(), BatchLimits.DEFAULT)),
        options.archive() == null
            ? null
            : ArchiveSink.start(
                new ArchiveOptions(
                    kafka,
                    Namespace.live(),
                    options.archive(),
                    ArchiveOptions.DEFAULT_BUCKETS,
                    Math.min(MOST_ARCHIVE_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP),
                    options.archiveAge())));
  }

  /** How the sink does; null where there is none. */
  @Nullable SinkCounts sinkCounts() {
    return sink == null ? null : sink.counts();
  }

  /** Who looks at what there is. */
  Stream<PartProbe> probes() {
    return Stream.concat(
        sink == null ? Stream.of() : Stream.of(sink.counts()),
        archive == null ? Stream.of() : Stream.of(archive.counts()));
  }

  /** What is not as it should be, in a few words; empty where all is well. */
  String note() {
    String stopped = sinkFailure();
    if (stopped != null) {
      if (!isSinkFailureLogged) {
        isSinkFailureLogged = true;
        LOG.warn("nothing more goes to the store, all else goes on: {}", stopped);
      }
      return "the store's sink has stopped";
    }
    if (sink != null && sink.counts().trouble() != null) {
      return "the store is away";
    }
    if (archive != null && archive.counts().problem() != null) {
      return "the archive waits";
    }
    return "";
  }

  /**
   * Writes what is in the topics now, both at once, as far as store and disk take it until a time
   * of the monotonic clock, or within a second if it is later; then stops.
   */
  StorageSummary finish(long dueNanos) {
    long leftNanos = Math.max(SHORTEST_DRAIN.toNanos(), dueNanos - System.nanoTime());
    Duration drain = Duration.ofNanos(leftNanos);
    var draining =
        CompletableFuture.runAsync(
            () -> {
              if (sink != null) {
                sink.drain(drain);
              }
            });
    if (archive != null) {
      archive.drain(drain);
    }
    draining.join();
    return new StorageSummary(
        sinkCounts(), sinkFailure(), archive == null ? null : archive.counts(), archiveFailure());
  }

  private @Nullable String sinkFailure() {
    if (sink == null) {
      return null;
    }
    try {
      sink.check();
      return null;
    } catch (IllegalStateException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private @Nullable String archiveFailure() {
    if (archive == null) {
      return null;
    }
    try {
      boolean unused = archive.await(Duration.ZERO);
      return null;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  @Override
  public void close() {
    if (sink != null) {
      sink.close();
    }
    if (archive != null) {
      archive.close();
    }
  }
}
