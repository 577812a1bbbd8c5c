package io.wattune.collectors.running;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's end: reads what the agent says of what runs. Whatever is missing, old, wrong or of
 * somebody else reads as nothing, which leads a device to its default configuration; nothing that
 * may be in the file throws.
 *
 * <p>The agent's beat must be seen to move, and must have moved within the last second of this
 * process's own monotonic clock: as with the heartbeat of writer and guardian only durations pass,
 * never times, so the two processes need no clock in common, and a file that a dead agent has left
 * is never believed. A look reads 40 bytes of a file that is open, and the rest only when its
 * change or check sum is another. Whose the file is, and where, is looked at once a second, on
 * another thread. Thread safe. Test: {@code RunningWatchTest}.
 */
public final class RunningWatch implements AutoCloseable {
  /** Without a beat for so long, nothing is known. */
  static final long STALE_NANOS = 1_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(RunningWatch.class);

  /** Several devices that ask in one turn are one look. */
  private static final long LOOK_NANOS = 1_000_000L;

  private static final long CHECK_NANOS = 1_000_000_000L;
  private static final long OPEN_NANOS = 100_000_000L;
  private static final int TRIES = 4;

  private final Path file;
  private final LongSupplier monotonicNanos;
  private final Executor threads;
  private final ByteBuffer buffer = RunningFormat.buffer();
  private final Map<RunningRefusal, Long> refused = new EnumMap<>(RunningRefusal.class);
  private @Nullable RunningRefusal refusal;
  private @Nullable FileChannel channel;
  private @Nullable Object identity;
  private boolean isChecking;
  private long checkedAtNanos;
  private boolean hasLooked;
  private long lookedAtNanos;

  private Map<String, RunningActivity> running = Map.of();

  /** The newest look found it garbled. */
  private boolean isTorn;

  private boolean isRead;
  private long change;
  private int check;

  private boolean hasBeat;
  private boolean hasMoved;
  private long beat;
  private long movedAtNanos;
  private boolean isClosed;

  /**
   * Prepares; nothing is opened before the first question.
   *
   * @param file where the agent writes, see {@code NodeFolder.running}
   * @param monotonicNanos this process's monotonic clock
   * @param threads runs what may wait for the disk
   */
  public RunningWatch(Path file, LongSupplier monotonicNanos, Executor threads) {
    this.file = file;
    this.monotonicNanos = monotonicNanos;
    this.threads = threads;
    this.checkedAtNanos = monotonicNanos.getAsLong() - CHECK_NANOS;
  }

  /** The kernel that runs on a device; null where none does, several do, or nothing is known. */
  public synchronized @Nullable RunningActivity on(String device) {
    long now = monotonicNanos.getAsLong();
    if (!hasLooked || now - lookedAtNanos >= LOOK_NANOS) {
      look(now);
    }
    return refusal == null && isRead && hasMoved ? running.get(device) : null;
  }

  /** How often something was not believed, by the reason; one that lasts counts once. */
  public synchronized Map<RunningRefusal, Long> refused() {
    return Map.copyOf(refused);
  }

  private void look(long now) {
    if (!hasLooked || now - lookedAtNanos > STALE_NANOS) {
      hasBeat = false; // Whether it has moved meanwhile, and when, nobody has seen.
      hasMoved = false;
      movedAtNanos = now;
    }
    hasLooked = true;
    lookedAtNanos = now;
    if (!isChecking && now - checkedAtNanos >= (channel == null ? OPEN_NANOS : CHECK_NANOS)) {
      startCheck(now);
    }
    FileChannel open = channel;
    if (open == null) {
      return;
    }
    try {
      read(open, now);
      if (now - movedAtNanos > STALE_NANOS) {
        throw new RunningRefusedException(RunningRefusal.STALE);
      }
      believe();
      isTorn = false;
    } catch (RunningRefusedException e) {
      // A look may fall into the middle of a write; what is garbled the next time as well is so.
      boolean isFirst = e.refusal() == RunningRefusal.GARBLED && !isTorn;
      isTorn = e.refusal() == RunningRefusal.GARBLED;
      if (!isFirst) {
        refuse(e.refusal());
      }
    } catch (IOException e) {
      forget(); // It is opened anew; a thread that was interrupted here closes it, for one.
    }
  }

  private void read(FileChannel open, long now) throws IOException, RunningRefusedException {
    header(open);
    long newBeat = buffer.getLong(RunningFormat.BEAT);
    if (!isRead
        || buffer.getLong(RunningFormat.CHANGE) != change
        || buffer.getInt(RunningFormat.CHECK) != check) {
      isRead = false;
      parse(open);
      newBeat = buffer.getLong(RunningFormat.BEAT);
    }
    if (!hasBeat || newBeat != beat) {
      hasMoved = hasBeat;
      hasBeat = true;
      beat = newBeat;
      movedAtNanos = now;
    }
  }

  private void header(FileChannel open) throws IOException, RunningRefusedException {
    buffer.clear().limit(RunningFormat.HEADER_BYTES);
    fill(open);
    if (buffer.hasRemaining()) {
      throw new RunningRefusedException(RunningRefusal.GARBLED);
    }
  }

  /** The whole file; once more where it was being written. */
  private void parse(FileChannel open) throws IOException, RunningRefusedException {
    for (int left = TRIES; !isRead; left--) {
      if (open.size() > RunningFormat.MOST_BYTES) {
        throw new RunningRefusedException(RunningRefusal.TOO_LONG);
      }
      buffer.clear();
      fill(open);
      buffer.flip();
      try {
        running = RunningFormat.read(buffer);
        change = buffer.getLong(RunningFormat.CHANGE);
        check = buffer.getInt(RunningFormat.CHECK);
        isRead = true;
      } catch (RunningRefusedException e) {
        if (left <= 1) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }

  private void fill(FileChannel open) throws IOException {
    int read = 0;
    while (buffer.hasRemaining() && read >= 0) {
      read = open.read(buffer, buffer.position());
    }
  }

  private void believe() {
    if (refusal != null) {
      refusal = null;
      LOG.info("{}: what the agent says of what runs is believed again", file);
    }
  }

  private void refuse(RunningRefusal why) {
    if (why != refusal) {
      refusal = why;
      long unused = refused.merge(why, 1L, Long::sum);
      LOG.warn("{}: what runs is not known: {}", file, why.label());
    }
  }

  private void forget() {
    FileChannel open = channel;
    channel = null;
    identity = null;
    isRead = false;
    hasBeat = false;
    hasMoved = false;
    if (open != null) {
      RunningFile.close(open);
    }
  }

  private void startCheck(long now) {
    checkedAtNanos = now;
    isChecking = true;
    Object known = identity;
    try {
      threads.execute(() -> check(known));
    } catch (RejectedExecutionException e) {
      isChecking = false; // The writer ends.
    }
  }

  /** On a thread of its own; takes the lock only to say what it has found. */
  private void check(@Nullable Object known) {
    try {
      Object found = RunningFile.identity(file);
      if (found == null) {
        checked(null, null);
      } else if (found.equals(known)) {
        checked(found, null);
      } else {
        checked(found, RunningFile.read(file));
      }
    } catch (RunningRefusedException e) {
      refusedFile(e.refusal());
    }
  }

  private synchronized void checked(@Nullable Object found, @Nullable FileChannel opened) {
    isChecking = false;
    if (isClosed) {
      if (opened != null) {
        RunningFile.close(opened);
      }
      return;
    }
    if (opened != null || found == null) {
      forget();
    }
    if (opened != null) {
      channel = opened;
      identity = found;
      movedAtNanos = monotonicNanos.getAsLong();
    }
    if (channel == null) {
      refusal = null; // There is nothing to believe or to refuse.
    }
  }

  private synchronized void refusedFile(RunningRefusal why) {
    isChecking = false;
    forget();
    if (!isClosed) {
      refuse(why);
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    forget();
  }
}
