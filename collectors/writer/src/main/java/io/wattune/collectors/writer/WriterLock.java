package io.wattune.collectors.writer;

import io.wattune.collectors.setup.NodeSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the lock of whoever writes a node's settings. One writer at a time; a guardian holds it
 * only while it restores, and that is waited for.
 */
final class WriterLock {
  private static final Logger LOG = LoggerFactory.getLogger(WriterLock.class);
  private static final long PAUSE_NANOS = 50_000_000L;

  /** A guardian tries for a moment to see whether a writer is gone. */
  private static final int TRIES = 20;

  /** A guardian that restores needs a while, more with controls that hang. */
  private static final int TRIES_BEHIND_A_GUARDIAN = 400;

  private WriterLock() {}

  static NodeLock take(NodeSetup config, String role) throws WriterException, InterruptedException {
    Path folder = config.folder().path();
    NodeLock lock = null;
    try {
      Files.createDirectories(folder);
      lock = NodeLock.open(config.folder().writerLock());
      take(lock, config, role);
      return lock;
    } catch (IOException e) {
      throw new WriterException("the state folder " + folder + " cannot be used: " + e, e);
    } catch (WriterException | InterruptedException e) {
      if (lock != null) {
        giveBack(lock);
      }
      throw e;
    }
  }

  private static void take(NodeLock lock, NodeSetup config, String role)
      throws IOException, WriterException, InterruptedException {
    int tries = 0;
    while (!lock.tryTake(role)) {
      NodeLock.Owner owner = lock.owner();
      boolean isGuardian = owner != null && owner.role().equals(Guardian.ROLE);
      if (++tries > (isGuardian ? TRIES_BEHIND_A_GUARDIAN : TRIES)) {
        throw new WriterException(
            "node '%s' is already written by %s%s)"
                .formatted(
                    config.node(),
                    owner == null || lock.isForeign()
                        ? "somebody who is no process of this node; lslocks shows who; a guardian"
                            + " restores all the same ("
                        : "a "
                            + owner.role()
                            + ", process "
                            + owner.process().pid()
                            + "; stop that one first (",
                    config.folder().writerLock()));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for the writer lock");
      }
    }
  }

  static void giveBack(NodeLock lock) {
    try {
      lock.close();
    } catch (IOException e) {
      LOG.warn(
          "a lock could not be given back; it is free when this process ends: {}", e.toString());
    }
  }
}
