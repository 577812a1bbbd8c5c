package io.wattune.collectors.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Readers that share a thread. To wake a thread costs more than to ask a device that answers at
 * once, so devices share one as long as they are quick. One that is not is moved to a lane of its
 * own: by the lane, when all steps together take more than half of the shortest period; by the
 * watch, when one call lasts: then the others go on elsewhere, and the thread that waits keeps the
 * one.
 */
final class ReaderLane {
  /** A call that lasts longer delays the others for no longer than this and the watch's pause. */
  static final long LONGEST_CALL_NANOS = 20_000_000L;

  private static final double MEMORY = 1.0 / 64;

  /** Makes a lane for readers that leave this one, and starts it. */
  interface Opener {
    void open(List<DeviceReader> readers);
  }

  private final AgentClock clock;
  private final Opener opener;
  private final Thread thread;
  private final List<DeviceReader> readers;
  private final Map<DeviceReader, Double> stepNanos = new HashMap<>();
  private @Nullable DeviceReader current;
  private long currentSinceNanos;
  private volatile boolean isClosed;

  /** A lane whose thread has not been started yet. */
  ReaderLane(List<DeviceReader> readers, AgentClock clock, Opener opener) {
    this.readers = new ArrayList<>(readers);
    this.clock = clock;
    this.opener = opener;
    this.thread = new Thread(this::run, "readers-" + readers.get(0).device());
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    while (!isClosed) {
      DeviceReader next = next();
      long wait = next.deadlineNanos() - clock.monotonicNanos();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
      } else {
        step(next);
      }
    }
  }

  private synchronized DeviceReader next() {
    DeviceReader next = readers.get(0);
    for (DeviceReader reader : readers) {
      next = reader.deadlineNanos() - next.deadlineNanos() < 0 ? reader : next;
    }
    return next;
  }

  private void step(DeviceReader reader) {
    long began = clock.monotonicNanos();
    synchronized (this) {
      current = reader;
      currentSinceNanos = began;
    }
    reader.step();
    DeviceReader slow;
    synchronized (this) {
      current = null;
      slow = readers.size() == 1 ? null : learn(reader, clock.monotonicNanos() - began);
    }
    if (slow != null) {
      opener.open(List.of(slow));
    }
  }

  /** Takes the slowest reader out where all together take too long; else null. */
  private @Nullable DeviceReader learn(DeviceReader reader, long tookNanos) {
    stepNanos.merge(reader, tookNanos * MEMORY, (was, now) -> was * (1 - MEMORY) + now);
    double all = 0;
    long period = Long.MAX_VALUE;
    DeviceReader slowest = reader;
    for (DeviceReader each : readers) {
      double mean = stepNanos.getOrDefault(each, 0.0);
      all += mean;
      period = Math.min(period, each.periodNanos());
      slowest = mean > stepNanos.getOrDefault(slowest, 0.0) ? each : slowest;
    }
    if (all <= period / 2.0) {
      return null;
    }
    readers.remove(slowest);
    stepNanos.remove(slowest);
    return slowest;
  }

  /** Lets the others go on elsewhere where one call lasts too long. For the watch thread. */
  void watch() {
    List<DeviceReader> others = List.of();
    synchronized (this) {
      DeviceReader asked = current;
      if (asked != null
          && readers.size() > 1
          && clock.monotonicNanos() - currentSinceNanos > LONGEST_CALL_NANOS) {
        others = new ArrayList<>(readers);
        others.remove(asked);
        readers.removeAll(others);
        stepNanos.clear();
      }
    }
    if (!others.isEmpty()) {
      opener.open(others);
    }
  }

  /** Ends when the call that runs has returned. */
  void close() {
    isClosed = true;
    LockSupport.unpark(thread);
  }

  /** Waits for the end; whether it came. */
  boolean hasEnded(long dueNanos) {
    long wait = Math.max(1, (dueNanos - clock.monotonicNanos()) / 1_000_000);
    try {
      thread.join(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /** Whether its thread waits for this reader's device now. */
  synchronized boolean isAsking(DeviceReader reader) {
    return current == reader;
  }

  synchronized List<DeviceReader> readers() {
    return List.copyOf(readers);
  }
}
