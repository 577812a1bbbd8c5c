package io.wattune.collectors.local;

import io.wattune.collectors.agent.ForwardingSink;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.thread.Worker;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The activities of programs that are open, in a file of the agent's own, so that they end where
 * the agent is killed: nobody knows their ends after that, and without one the ledger would charge
 * them for as long as the device is read. The next life of the agent ends them at the moment at
 * which the earlier one was last there, to a second.
 *
 * <p>A sink beside the one that they go to. The file is a line for each start and each end, written
 * in the moment in which the record is sent; it is emptied when nothing is open and written anew
 * where it has grown. What the kernel has taken it keeps when the process dies; after a fall of the
 * machine the last lines may be gone. Thread safe. Test: {@code OpenActivitiesTest}.
 */
public final class OpenActivities extends ForwardingSink implements AutoCloseable {
  static final long MOST_BYTES = 8_000_000;
  private static final long SMALL_BYTES = 65_536;
  private static final long BEAT_MILLIS = 1_000;
  private static final long SHORTEST_NANOS = 1_000;

  private final Path file;
  private final LongSupplier epochNanos;
  private final Consumer<String> changes;
  private final ActivityCodec codec = new ActivityCodec();
  private final Map<Key, Activity> open = new LinkedHashMap<>();
  private final ScheduledExecutorService beats =
      Executors.newSingleThreadScheduledExecutor(Worker.threads("open-activities"));
  private @Nullable FileChannel channel;
  private long bytes;
  private String trouble = "";

  private record Key(String device, Book book, String id) {
    static Key of(Activity activity) {
      return new Key(activity.device(), activity.book(), activity.activityId());
    }
  }

  private OpenActivities(
      Path file, RecordSink sink, LongSupplier epochNanos, Consumer<String> changes) {
    super(sink);
    this.file = file;
    this.epochNanos = epochNanos;
    this.changes = changes;
  }

  /**
   * Ends what an earlier life has left open, and keeps what is opened from now on.
   *
   * @param file see {@code NodeFolder.openActivities}
   * @param sink takes all that this one does
   * @param epochNanos the agent's clock
   * @param changes takes one line at each change of state
   */
  public static OpenActivities open(
      Path file, RecordSink sink, LongSupplier epochNanos, Consumer<String> changes) {
    var kept = new OpenActivities(file, sink, epochNanos, changes);
    kept.endEarlier();
    kept.begin();
    ScheduledFuture<?> unused =
        kept.beats.scheduleAtFixedRate(kept::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    return kept;
  }

  private void endEarlier() {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return; // The first life.
    }
    try {
      // A file is emptied or written anew before it is much larger.
      if (Files.size(file) > 2 * MOST_BYTES) {
        throw new IOException("it is too long");
      }
      for (String line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1)) {
        take(line);
      }
      long seen = Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
      long now = epochNanos.getAsLong();
      for (Activity each : open.values()) {
        // One that began after that did so with a clock that was ahead.
        long end = Math.max(Math.min(seen, now), each.startNanos() + SHORTEST_NANOS);
        Activity ended = each.endedAt(end);
        publish(Topic.ACTIVITY, ended.device(), codec.encode(ended));
      }
      if (!open.isEmpty()) {
        flush();
        changes.accept(
            open.size()
                + " activities were open when the agent's earlier life ended; they end where that"
                + " was last there");
      }
    } catch (IOException e) {
      changes.accept(
          "does not know which activities its earlier life left open: " + FailureWords.of(e));
    }
    open.clear();
  }

  /** Takes a line. Only the last one can be incomplete, and nobody was notified of its activity. */
  private void take(String line) {
    try {
      if (codec.decode(Base64.getDecoder().decode(line)) instanceof ActivityEvent.Reported each) {
        if (each.activity().hasEnded()) {
          open.remove(Key.of(each.activity()));
        } else {
          open.put(Key.of(each.activity()), each.activity());
        }
      }
    } catch (IllegalArgumentException | UndecodableException e) {
      return;
    }
  }

  private synchronized void begin() {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      channel =
          FileChannel.open(
              file,
              Set.of(
                  StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
      channel.truncate(0);
    } catch (IOException e) {
      failed(e);
    }
  }

  @Override
  public void happened(Activity activity) {
    note(activity);
    super.happened(activity);
  }

  private synchronized void note(Activity activity) {
    boolean isChange =
        activity.hasEnded()
            ? open.remove(Key.of(activity)) != null
            : open.put(Key.of(activity), activity) == null;
    if (!isChange) {
      return;
    }
    try {
      if (open.isEmpty() && bytes > SMALL_BYTES) {
        writeAnew();
      } else {
        append(activity);
      }
      if (bytes > MOST_BYTES) {
        writeAnew();
      }
      trouble = "";
    } catch (IOException e) {
      failed(e);
    }
  }

  /** In place: where it is killed in between, what was open is as unknown as without a file. */
  private void writeAnew() throws IOException {
    if (channel != null) {
      channel.truncate(0);
      bytes = 0;
      for (Activity each : open.values()) {
        append(each);
      }
    }
  }

  private void append(Activity activity) throws IOException {
    if (channel == null) {
      return;
    }
    ByteBuffer line =
        ByteBuffer.wrap(
            (Base64.getEncoder().encodeToString(codec.encode(activity)) + "\n")
                .getBytes(StandardCharsets.ISO_8859_1));
    while (line.hasRemaining()) {
      bytes += channel.write(line, bytes);
    }
  }

  /** The file's time says until when this life was there. */
  private synchronized void beat() {
    try {
      if (!open.isEmpty() && channel != null) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      }
    } catch (IOException e) {
      failed(e);
    }
  }

  private void failed(IOException e) {
    String problem =
        "cannot keep which activities are open for its next life: " + FailureWords.of(e);
    if (!problem.equals(trouble)) {
      trouble = problem;
      changes.accept(problem);
    }
  }

  /** Writes nothing more; what is still open is ended by the next life. */
  @Override
  public void close() {
    beats.shutdownNow();
    synchronized (this) {
      try {
        if (channel != null) {
          channel.close();
          channel = null;
        }
      } catch (IOException e) {
        failed(e);
      }
    }
  }
}
