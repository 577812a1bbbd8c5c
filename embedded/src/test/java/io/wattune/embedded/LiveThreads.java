package io.wattune.embedded;

import java.util.Set;
import java.util.stream.Collectors;

/** The threads of this JVM, for tests that hold that a server leaves none behind. */
public final class LiveThreads {
  private LiveThreads() {}

  /** Threads that would keep the JVM from ending. */
  public static Set<Thread> ofUser() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.isDaemon())
        .collect(Collectors.toSet());
  }
}
