package io.wattune.embedded.teardown;

import io.wattune.log.PlainLog;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undoes what a run has set up, newest first: at its end, when it fails, and when the user presses
 * Ctrl-C or the process is asked to stop. Thread safe.
 */
public final class Teardown implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Teardown.class);

  private static final List<String> FRAMEWORKS = List.of("org.apache", "kafka");

  private final Deque<Step> steps = new ArrayDeque<>();
  private final Thread hook = new Thread(this::stop, "wattune-teardown");
  private boolean isOver;
  private volatile boolean isAsked;

  private record Step(String name, AutoCloseable action) {}

  private Teardown() {}

  /** A teardown that also runs when the process is asked to stop. */
  public static Teardown install() {
    Teardown teardown = new Teardown();
    Runtime.getRuntime().addShutdownHook(teardown.hook);
    return teardown;
  }

  /** Adds what is to be undone; undoes it at once when everything is being undone already. */
  public <T extends AutoCloseable> T add(String name, T action) {
    synchronized (steps) {
      if (!isOver) {
        steps.push(new Step(name, action));
        return action;
      }
    }
    run(new Step(name, action));
    throw new IllegalStateException("the run is being stopped");
  }

  /** Whether the process is being stopped, or the run is over. */
  public boolean hasBegun() {
    synchronized (steps) {
      return isOver;
    }
  }

  /** Whether the process was asked to stop; somebody waits for it then. */
  public boolean isAsked() {
    return isAsked;
  }

  @Override
  public void close() {
    runAll();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the process is stopping", e);
    }
  }

  /** Kafka and Flink would fill the terminal with what they miss while they are taken down. */
  private void stop() {
    isAsked = true;
    PlainLog.quieten(FRAMEWORKS);
    runAll();
  }

  /** Whoever comes second waits: the process would end while the first is still at work. */
  private synchronized void runAll() {
    for (Step step = next(); step != null; step = next()) {
      run(step);
    }
  }

  private @Nullable Step next() {
    synchronized (steps) {
      isOver = true;
      return steps.poll();
    }
  }

  private static void run(Step step) {
    try {
      step.action().close();
    } catch (Exception e) {
      LOG.warn("could not {}: {}", step.name(), e.toString());
    }
  }
}
