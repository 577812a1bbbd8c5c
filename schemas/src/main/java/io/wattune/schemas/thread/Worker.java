package io.wattune.schemas.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a part, which takes turns until it is closed. Threads are daemons and called {@code
 * wattune-WHAT}. A turn that fails ends nothing: the failure is reported once for each change, as
 * is its end, and the next turn comes after the pause, whoever wakes it. Closing wakes the thread,
 * lets the turn end, and waits for that, but not for ever: a turn may hang in a driver. What is to
 * be given back at the end is given back by the thread itself, after its last turn.
 */
public final class Worker implements AutoCloseable {
  /** What a turn returns that was the last one. */
  public static final long LAST = -1;

  private static final long PAUSE_NANOS = 1_000_000_000L;
  private static final long CLOSE_MILLIS = 2_000;

  /** The work of one turn. */
  @FunctionalInterface
  public interface Turn {
    /**
     * Works.
     *
     * @return after how many nanoseconds the next turn comes, unless the thread is woken before; or
     *     {@link #LAST}
     * @throws InterruptedException where it was interrupted, which ends the thread
     */
    long take() throws Exception;
  }

  /** The work of a turn that comes regularly. */
  @FunctionalInterface
  public interface Step {
    void take() throws Exception;
  }

  private final Turn turn;
  private final long pauseNanos;
  private final Consumer<@Nullable Throwable> failures;
  private final Thread thread;
  private Runnable end = () -> {};
  private String reported = "";
  private volatile boolean isClosed;

  private Worker(String name, Turn turn, long pauseNanos, Consumer<@Nullable Throwable> failures) {
    this.turn = turn;
    this.pauseNanos = pauseNanos;
    this.failures = failures;
    this.thread = threads(name).newThread(this::run);
  }

  /**
   * A worker that has not been started.
   *
   * @param failures receives the failure whenever it changes, and null when it is over
   */
  public static Worker of(String name, Turn turn, Consumer<@Nullable Throwable> failures) {
    return new Worker(name, turn, PAUSE_NANOS, failures);
  }

  /** One whose turns begin so long after the one before has ended, also after a failure. */
  public static Worker every(
      long pauseNanos, String name, Step step, Consumer<@Nullable Throwable> failures) {
    return new Worker(
        name,
        () -> {
          step.take();
          return pauseNanos;
        },
        pauseNanos,
        failures);
  }

  /** One with a single turn, which looks itself whether it is to end; what it throws ends it. */
  public static Worker once(String name, Runnable work) {
    return new Worker(
        name,
        () -> {
          work.run();
          return LAST;
        },
        PAUSE_NANOS,
        failure -> {
          throw new IllegalStateException("the thread has failed: " + failure, failure);
        });
  }

  /** Says what has failed, after these words, and not that it is over. */
  public static Consumer<@Nullable Throwable> saying(String before, Consumer<String> to) {
    return failure -> {
      if (failure != null) {
        to.accept(before + failure);
      }
    };
  }

  /** Threads for an executor, by the same rules. */
  public static ThreadFactory threads(String name) {
    return work -> {
      var thread = new Thread(work, "wattune-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** What its thread does last, whatever has ended it. Before the start. */
  public Worker atEnd(Runnable last) {
    end = last;
    return this;
  }

  public Worker start() {
    thread.start();
    return this;
  }

  private void run() {
    try {
      long waitNanos = 0;
      while (!isClosed && waitNanos != LAST) {
        waitNanos = turn();
        if (waitNanos > 0 && !isClosed && reported.isEmpty()) {
          LockSupport.parkNanos(this, waitNanos);
        } else {
          pause(waitNanos);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end.run();
    }
  }

  /** What fails is not tried again sooner, whoever wakes it. */
  private void pause(long nanos) {
    long dueNanos = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !isClosed; left = dueNanos - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  private long turn() throws InterruptedException {
    try {
      long waitNanos = turn.take();
      report(null);
      return waitNanos;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError e) { // It may be a plug-in's.
      report(e);
      return pauseNanos;
    }
  }

  private void report(@Nullable Throwable failure) {
    String words = failure == null ? "" : failure.toString();
    if (!words.equals(reported)) {
      reported = words;
      failures.accept(failure);
    }
  }

  /** The next turn comes now, or right after the one that is being taken. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  /** Whether it is to end; a long turn looks. */
  public boolean isClosed() {
    return isClosed;
  }

  /** Whether the caller is its thread. */
  public boolean isCaller() {
    return Thread.currentThread() == thread;
  }

  /** Lets it end, and does not wait for that. */
  public void stop() {
    isClosed = true;
    wake();
  }

  /** The same, and interrupts its turn. */
  public void interrupt() {
    isClosed = true;
    thread.interrupt();
  }

  /** Lets it end, and waits for that two seconds at most. */
  @Override
  public void close() {
    boolean unused = close(CLOSE_MILLIS);
  }

  /**
   * The same with a time of the caller's own.
   *
   * @return whether it has ended
   */
  public boolean close(long mostMillis) {
    stop();
    return hasEnded(mostMillis);
  }

  /** Whether it ends of itself in this time; an interrupt ends the waiting. */
  public boolean hasEnded(long mostMillis) {
    try {
      return awaitEnd(mostMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !thread.isAlive();
    }
  }

  /**
   * Waits for its end.
   *
   * @return whether it has ended; a thread does not wait for itself
   */
  public boolean awaitEnd(long mostMillis) throws InterruptedException {
    if (!isCaller()) {
      TimeUnit.MILLISECONDS.timedJoin(thread, mostMillis);
    }
    return !thread.isAlive();
  }
}
