package io.wattune.collectors.decisions;

import io.wattune.schemas.thread.Worker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Looks at the files of the nodes, so that a key can be added and taken out while their writers
 * run. A thread of its own: a file system that hangs must hold up neither a decision nor a
 * heartbeat.
 */
public final class KeyWatch implements AutoCloseable {
  /** From a change of a file until it counts: what an operator waits, and a promise of the docs. */
  static final long PERIOD_NANOS = 2_000_000_000L;

  private final List<WatchedKeys> nodes = new CopyOnWriteArrayList<>();
  private final Worker worker =
      Worker.every(PERIOD_NANOS, "keys", () -> nodes.forEach(WatchedKeys::look), failure -> {});

  /** Looks at the file of a node, too. */
  public void add(Path file, NodeIntake node) {
    nodes.add(new WatchedKeys(file, node));
  }

  /** Begins. */
  public void start() {
    worker.start();
  }

  @Override
  public void close() {
    worker.close();
  }
}
