package io.wattune.benchmarks.agent;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * The floor under an agent: a JVM in which one thread wakes up at absolute times and does nothing.
 * Ends when its standard input does.
 */
final class BareWaking {
  static final String THREAD = "readers-bare";

  private BareWaking() {}

  public static void main(String[] arguments) throws IOException {
    long periodNanos = 1_000_000_000L / Long.parseLong(arguments[0]);
    var thread = new Thread(() -> wake(periodNanos), THREAD);
    thread.setDaemon(true);
    thread.start();
    while (System.in.read() >= 0) {
      // Whatever is written is passed over.
    }
  }

  private static void wake(long periodNanos) {
    long deadlineNanos = System.nanoTime();
    while (true) {
      deadlineNanos += periodNanos;
      for (long wait = 1; wait > 0; wait = deadlineNanos - System.nanoTime()) {
        LockSupport.parkNanos(Math.max(1, deadlineNanos - System.nanoTime()));
      }
    }
  }
}
