package io.wattune.collectors.writer;

import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.setup.NodeSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A guardian without privileges: it watches the setter of a node and its restorer, which restores,
 * and reports how both stand. It can open no device and end no process. Where the restorer itself
 * stands still while something may have to be put back, it asks, by writing a file, that both be
 * ended and started again ({@code wattune-restart.path}): whoever starts puts own settings back
 * first. The worst that comes of asking without need is own settings. The file is never removed,
 * since that would be a change, too.
 */
public final class RestorerWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RestorerWatch.class);
  private static final long PERIOD_NANOS = 100_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** A restorer that waits for a device that hangs does not beat meanwhile; this is on top. */
  static final long SLACK_NANOS = 5_000_000_000L;

  /** Two JVMs start and open their devices. */
  private static final long AGAIN_NANOS = 30_000_000_000L;

  private static final long JOIN_MILLIS = 5_000;

  private final NodeSetup config;
  private final JournalFiles files;
  private final Path wanted;
  private final BeatWatch setter;
  private final BeatWatch restorer;
  private final Thread thread = new Thread(this::run, "wattune-guardian");
  private final AtomicLong asks = new AtomicLong();
  private volatile long setterStillNanos;
  private volatile long restorerStillNanos;
  private volatile boolean isClosed;
  private boolean isAsked;
  private long askedNanos;
  private String lastError = "";

  private RestorerWatch(NodeSetup config, NodeFolder own) {
    this.config = config;
    this.files = new JournalFiles(config.folder());
    this.wanted = own.restartWanted();
    long now = System.nanoTime();
    this.setter = new BeatWatch(config.folder().lease(), now);
    this.restorer = new BeatWatch(config.folder().guardianBeat(), now);
    thread.setDaemon(true);
  }

  /**
   * Begins to watch.
   *
   * @throws WriterException where its own folder cannot be used
   */
  public static RestorerWatch start(NodeSetup config) throws WriterException {
    NodeFolder own = config.folder().ofGuardian();
    try {
      Files.createDirectories(own.path());
    } catch (IOException e) {
      throw new WriterException(
          own.path() + " cannot be used: " + e + "; make it, for this user", e);
    }
    var watch = new RestorerWatch(config, own);
    watch.thread.start();
    return watch;
  }

  /** How it stands now. For any thread; waits for nothing but a look at the node's folder. */
  public GuardianStatus status() {
    boolean isJournalThere = files.isThere();
    var report = new RestorerReport(0, 0, false, "");
    try {
      RestorerReport read = RestorerReport.read(config.folder().restorerReport());
      report = read == null ? report : read;
    } catch (IOException e) {
      report = new RestorerReport(0, 0, false, e.toString());
    }
    return new GuardianStatus(
        config.node(),
        report.restores(),
        report.kills(),
        restorerStillNanos,
        setterStillNanos,
        isJournalThere,
        isJournalThere ? report.trouble() : "",
        isJournalThere && report.isLockedOut(),
        asks.get());
  }

  private void run() {
    while (!isClosed) {
      look(System.nanoTime());
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  private void look(long now) {
    setter.look(now);
    restorer.look(now);
    setterStillNanos = setter.stillNanos(now);
    restorerStillNanos = restorer.stillNanos(now);
    long longest = config.hangMillis() * NANOS_PER_MILLI + SLACK_NANOS;
    try {
      if (restorerStillNanos <= longest) {
        logMoving();
      } else if (files.isThere() && (!isAsked || now - askedNanos > AGAIN_NANOS)) {
        ask(now);
      }
    } catch (IOException e) {
      logOnce("nobody can be asked to start the restorer again: " + e);
    }
  }

  private void ask(long now) throws IOException {
    isAsked = true;
    askedNanos = now;
    Files.writeString(wanted, "wanted " + asks.incrementAndGet() + "\n");
    logOnce(
        "the restorer stands still, and own settings may have to be put back; by "
            + wanted
            + " it is asked that setter and restorer be ended and started again");
  }

  private void logMoving() {
    if (isAsked) {
      isAsked = false;
      lastError = "";
      LOG.info("node {}: the restorer watches again", config.node());
    }
  }

  /** One line for each change. */
  private void logOnce(String what) {
    if (!what.equals(lastError)) {
      lastError = what;
      LOG.error("node {}: {}", config.node(), what);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
