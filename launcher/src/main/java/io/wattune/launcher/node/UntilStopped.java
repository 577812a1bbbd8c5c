package io.wattune.launcher.node;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a process run until Ctrl-C or SIGTERM, and ends it with exit code 0 when its end went well:
 * to stop it so is the right way, not a failure. Whoever supervises it sees by the exit code
 * whether something is left to do. Install it before there is anything to be ended.
 */
final class UntilStopped implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UntilStopped.class);

  private final Thread hook;

  private UntilStopped(BooleanSupplier end) {
    hook =
        new Thread(
            () -> {
              boolean isWell = end.getAsBoolean();
              // The JVM's own code for a signal would be 130 or 143, whatever became of it.
              Runtime.getRuntime().halt(isWell ? 0 : 1);
            },
            "wattune-stop");
  }

  /**
   * Takes over how the process ends.
   *
   * @param end what to do at the end; whether it went well
   */
  static UntilStopped install(BooleanSupplier end) {
    var until = new UntilStopped(end);
    Runtime.getRuntime().addShutdownHook(until.hook);
    return until;
  }

  /**
   * Waits for the end of the process.
   *
   * @param untilStdinCloses whether the end of standard input ends it, too: whoever started it
   *     holds the other end, and is gone then
   */
  void await(boolean untilStdinCloses) throws InterruptedException {
    if (untilStdinCloses) {
      var watch = new Thread(UntilStopped::exitWithStdin, "wattune-stdin");
      watch.setDaemon(true);
      watch.start();
    }
    new CountDownLatch(1).await();
  }

  private static void exitWithStdin() {
    try {
      int read = System.in.read();
      while (read >= 0) {
        read = System.in.read();
      }
    } catch (IOException e) {
      LOG.debug("standard input has ended", e);
    }
    System.exit(0); // The hook says how it went.
  }

  /** The process has failed to start: it ends with the code of its failure. */
  @Override
  public void close() {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the process is ending already", e);
    }
  }
}
