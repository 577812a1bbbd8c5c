package io.wattune.collectors.writer;

import io.wattune.collectors.journal.BrokenJournalException;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.setup.NodeSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the writer of one node from another process, and puts own settings back when it is gone.
 *
 * <ul>
 *   <li>There is a journal and the writer lock is free: the writer is dead. Restore at once.
 *   <li>The lock is held, and the heartbeat has stood still until {@value #SILENCE_NANOS} ns after
 *       the earliest time at which restoring a device had to begin: the writer hangs. Kill it, if
 *       it is still the process that wrote the heartbeat; then the lock is free.
 *   <li>The lock is held by somebody who is no process of the node: who wrote himself in is gone.
 *       Say so, and from the same time on take the lock anew and restore all the same.
 * </ul>
 *
 * <p>Only durations come from the writer, so that a clock that was stepped changes nothing. What is
 * not verified is tried again every second, and the lock is free in between for a writer that is
 * started.
 */
public final class Guardian implements AutoCloseable {
  static final String ROLE = "guardian";
  private static final Logger LOG = LoggerFactory.getLogger(Guardian.class);

  private static final long PERIOD_NANOS = 20_000_000L;

  /** Three missed beats: time to ask the kernel whether the writer still has its lock. */
  private static final long QUIET_NANOS = 60_000_000L;

  /**
   * How long a writer may be late before it is killed; a part of {@link Writer#RESTORE_LEAD_NANOS}.
   */
  static final long SILENCE_NANOS = 250_000_000L;

  private static final long RETRY_NANOS = 1_000_000_000L;

  private static final long JOIN_MILLIS = 5_000;

  private final NodeSetup config;
  private final JournalFiles files;
  private final NodeLock ownLock;
  private final NodeLock writerLock;
  private final Heartbeat heartbeat;
  private final BeatWatch writer;
  private final JournalRestorer restorer;
  private final ExecutorService threads;
  private final Thread thread;
  private volatile boolean isClosed;
  private final AtomicLong restores = new AtomicLong();
  private long retryAtNanos = System.nanoTime();
  private final AtomicLong kills = new AtomicLong();
  private volatile long lookedNanos = System.nanoTime();
  private volatile long writerStillNanos;
  private long foreignSinceNanos;
  private volatile String lastError = "";
  private volatile boolean isLockedOut;
  private @Nullable String unloggedKill;

  /** It may take some looks until it is gone; it counts as one. */
  private @Nullable ProcessIdentity killed;

  private Guardian(
      NodeSetup config,
      DeviceKinds kinds,
      NodeLock ownLock,
      NodeLock writerLock,
      Heartbeat heartbeat) {
    this.config = config;
    this.files = new JournalFiles(config.folder());
    this.ownLock = ownLock;
    this.writerLock = writerLock;
    this.heartbeat = heartbeat;
    this.writer = new BeatWatch(config.folder().lease(), System.nanoTime());
    this.threads = Executors.newCachedThreadPool(Guardian::thread);
    this.restorer = new JournalRestorer(config, kinds, threads);
    this.thread = thread(this::run);
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "wattune-guardian");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Begins to watch.
   *
   * @throws WriterException where another guardian watches this node, or its folder cannot be used
   */
  public static Guardian start(NodeSetup config, DeviceKinds kinds) throws WriterException {
    NodeLock ownLock = null;
    try {
      Files.createDirectories(config.folder().path());
      ownLock = NodeLock.open(config.folder().guardianLock());
      if (!ownLock.tryTake(ROLE)) {
        NodeLock.Owner owner = ownLock.owner();
        ownLock.close();
        throw new WriterException(
            "node '%s' already has a guardian%s; one is enough"
                .formatted(
                    config.node(), owner == null ? "" : ", process " + owner.process().pid()));
      }
      var guardian =
          new Guardian(
              config,
              kinds,
              ownLock,
              NodeLock.open(config.folder().writerLock()),
              Heartbeat.open(config.folder().guardianBeat()));
      guardian.thread.start();
      return guardian;
    } catch (IOException e) {
      throw new WriterException(
          "the state folder " + config.folder().path() + " cannot be used: " + e, e);
    }
  }

  /** The node. */
  public String node() {
    return config.node();
  }

  /** How it stands now. For any thread; waits for nothing but a look at the node's folder. */
  public GuardianStatus status() {
    boolean isJournalThere = files.isThere();
    return new GuardianStatus(
        config.node(),
        restores.get(),
        kills.get(),
        Math.max(0, System.nanoTime() - lookedNanos),
        writerStillNanos,
        isJournalThere,
        isJournalThere ? lastError : "",
        isJournalThere && isLockedOut,
        0);
  }

  private void run() {
    try {
      while (!isClosed) {
        heartbeat.beat(Heartbeat.NOTHING_OUT);
        long now = System.nanoTime();
        writer.look(now);
        lookedNanos = now;
        writerStillNanos = writer.stillNanos(now);
        if (writer.stillNanos(now) <= QUIET_NANOS) {
          notLockedOut();
        } else if (now - retryAtNanos >= 0) {
          look(now);
        }
        LockSupport.parkNanos(PERIOD_NANOS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(long now) throws InterruptedException {
    try {
      if (!files.isThere()) {
        logKill();
        return;
      }
      if (writerLock.tryTake(ROLE) || (isForeign(now) && writerLock.takeAnew(ROLE))) {
        notLockedOut();
        try {
          restore();
        } finally {
          writerLock.release();
        }
        logKill();
      } else {
        logKill();
        killIfLate(now);
      }
    } catch (IOException e) {
      logOnce("the state folder " + config.folder().path() + " cannot be used: " + e);
      retryAtNanos = now + RETRY_NANOS;
    }
  }

  /**
   * Whether the lock's holder is nobody of the node, and a lease is over. A writer has the lock for
   * a moment before it writes itself in: that is not said.
   */
  private boolean isForeign(long now) throws IOException {
    if (!writerLock.isForeign()) {
      notLockedOut();
      return false;
    }
    foreignSinceNanos = foreignSinceNanos == 0 ? now : foreignSinceNanos;
    if (now - foreignSinceNanos < SILENCE_NANOS) {
      return false;
    }
    isLockedOut = true;
    logOnce(
        "somebody who is no process of this node holds the writer's lock, so that nothing can be"
            + " restored before a lease is over; lslocks shows who; see that nobody else may read "
            + config.folder().writerLock());
    Heartbeat.Beat last = writer.last();
    long due = last == null ? 0 : Math.max(0, last.restoreLeadNanos());
    return writer.stillNanos(now) > due + SILENCE_NANOS;
  }

  private void notLockedOut() {
    foreignSinceNanos = 0;
    if (isLockedOut) {
      isLockedOut = false;
      lastError = "";
    }
  }

  private void restore() throws IOException, InterruptedException {
    try {
      if (!files.isThere()) {
        return; // The writer has stopped in between, and has restored itself.
      }
      List<String> troubles = restorer.restore(JournalKeeper.open(files, config.node()));
      if (troubles.isEmpty()) {
        // The next time they are opened anew: the driver may have been replaced by then.
        restorer.close();
        restores.incrementAndGet();
        lastError = "";
        LOG.warn(
            "node {}: the writer is gone; own settings are back and verified on all its devices",
            config.node());
        return;
      }
      logOnce("own settings are not all back: " + String.join("; ", troubles));
    } catch (BrokenJournalException e) {
      logOnce("nothing can be restored: " + e.getMessage());
    }
    retryAtNanos = System.nanoTime() + RETRY_NANOS;
  }

  private void killIfLate(long now) throws IOException {
    Heartbeat.Beat last = writer.last();
    if (last == null
        || last.restoreLeadNanos() == Heartbeat.NOTHING_OUT
        || writer.stillNanos(now) <= last.restoreLeadNanos() + SILENCE_NANOS) {
      return;
    }
    NodeLock.Owner owner = writerLock.owner();
    if (owner == null
        || !owner.role().equals(Writer.ROLE)
        || !owner.process().equals(last.process())
        || !owner.process().isAlive()
        || owner.process().pid() == ProcessHandle.current().pid()) {
      return; // Another one has just begun: its heart will beat.
    }
    boolean isAsked =
        ProcessHandle.of(owner.process().pid()).map(ProcessHandle::destroyForcibly).orElse(false);
    if (owner.process().equals(killed)) {
      return;
    }
    if (isAsked) {
      kills.incrementAndGet();
      killed = owner.process();
    }
    unloggedKill =
        "the writer, process "
            + owner.process().pid()
            + ", hangs past the end of a lease; it is killed and own settings are restored";
  }

  /**
   * Logs a kill only afterwards: the first line of a log takes time, and the lease may have little
   * left.
   */
  private void logKill() {
    if (unloggedKill != null) {
      LOG.error("node {}: {}", config.node(), unloggedKill);
      unloggedKill = null;
    }
  }

  /** One line for each change. */
  private void logOnce(String what) {
    if (!what.equals(lastError)) {
      lastError = what;
      LOG.error("node {}: {}", config.node(), what);
    }
  }

  /**
   * Waits, still watching, until nothing is left to be put back: the writer has stopped and
   * restored, or this guardian has.
   *
   * @param dueNanos time of the monotonic clock at which to give up
   * @return whether nothing is left
   */
  public boolean awaitRestored(long dueNanos) {
    while (files.isThere() && System.nanoTime() - dueNanos < 0) {
      LockSupport.parkNanos(PERIOD_NANOS);
    }
    return !files.isThere();
  }

  /** Stops watching; writes nothing. */
  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(JOIN_MILLIS);
      threads.shutdown();
      writerLock.close();
      ownLock.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn(
          "a lock could not be given back; it is free when this process ends: {}", e.toString());
    }
  }
}
