package io.wattune.collectors.decisions;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at the files of the nodes, so that a key can be added and taken out while their writers
 * run. A thread of its own: a file system that hangs must hold up neither a decision nor a
 * heartbeat.
 */
public final class KeyWatch implements AutoCloseable {
  /** From a change of a file until it counts: what an operator waits, and a promise of the docs. */
  static final long PERIOD_NANOS = 2_000_000_000L;

  private final List<WatchedKeys> nodes = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "wattune-keys");
  private volatile boolean isClosed;

  public KeyWatch() {
    thread.setDaemon(true);
  }

  /** Looks at the file of a node, too. */
  public void add(Path file, NodeIntake node) {
    nodes.add(new WatchedKeys(file, node));
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  private void run() {
    while (!isClosed) {
      nodes.forEach(WatchedKeys::look);
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
  }
}
