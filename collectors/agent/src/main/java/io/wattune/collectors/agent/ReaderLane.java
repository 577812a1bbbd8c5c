package io.wattune.collectors.agent;

import io.wattune.collectors.agent.LaneSchedule.ScheduledReader;
import io.wattune.schemas.thread.Worker;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Readers that share a thread. To wake a thread costs more than to ask a device that answers at
 * once, so devices share one as long as they are quick. One that is not is moved to a lane of its
 * own: by the lane, when all steps together take more than half of the shortest period; by the
 * watch, when one call lasts: then the others go on elsewhere, and the thread that waits keeps the
 * one. Lanes that have been quick for a minute come together again.
 *
 * <p>What the readers publish is sent once a slot of the grid, behind the last step in it.
 */
final class ReaderLane {
  /** A call that lasts longer delays the others for no longer than this and the watch's pause. */
  static final long LONGEST_CALL_NANOS = 20_000_000L;

  private static final long QUICK_NANOS = 60_000_000_000L;

  /** What a lane asks of the agent. */
  interface Lanes {
    /** Makes a lane for readers that leave this one, and starts it. */
    void open(List<DeviceReader> readers);

    /** Looks for a lane that takes all readers of this one, which ends then. */
    void join(ReaderLane lane);
  }

  private final AgentClock clock;
  private final BlockGrid grid;
  private final RecordSink sink;
  private final Lanes lanes;
  private final Worker worker;
  private final LaneSchedule schedule;
  private long slot;
  private @Nullable ScheduledReader current;
  private long currentSinceNanos;
  private long quickSinceNanos;
  private long joinDueNanos;

  /**
   * A lane whose thread has not been started yet.
   *
   * @param sink of the readers
   */
  ReaderLane(
      List<DeviceReader> readers, AgentClock clock, BlockGrid grid, RecordSink sink, Lanes lanes) {
    this.schedule = new LaneSchedule(readers);
    this.clock = clock;
    this.grid = grid;
    this.sink = sink;
    this.lanes = lanes;
    this.slot = grid.slot(schedule.next().deadlineNanos());
    this.quickSinceNanos = clock.monotonicNanos();
    this.joinDueNanos = quickSinceNanos + QUICK_NANOS;
    this.worker = Worker.once("readers-" + readers.get(0).device(), this::run);
  }

  void start() {
    worker.start();
  }

  private void run() {
    long nowNanos = clock.monotonicNanos();
    while (!worker.isClosed()) {
      ScheduledReader next = begin(nowNanos);
      if (next == null) {
        return;
      }
      flushBefore(next.deadlineNanos());
      long wait = next.deadlineNanos() - nowNanos;
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
        nowNanos = clock.monotonicNanos();
      } else {
        next.reader.step();
        long endedNanos = clock.monotonicNanos();
        end(next, nowNanos, endedNanos);
        nowNanos = endedNanos;
      }
    }
  }

  /** Sends what there is when the next step is in another slot. */
  private void flushBefore(long deadlineNanos) {
    long next = grid.slot(deadlineNanos);
    if (next != slot) {
      slot = next;
      sink.flush();
    }
  }

  /** The next step, which has begun if it is due; null where another lane has taken all. */
  private synchronized @Nullable ScheduledReader begin(long nowNanos) {
    if (schedule.size() == 0) {
      return null;
    }
    ScheduledReader next = schedule.next();
    if (next.deadlineNanos() - nowNanos <= 0) {
      current = next;
      currentSinceNanos = nowNanos;
    }
    return next;
  }

  private void end(ScheduledReader scheduled, long beganNanos, long endedNanos) {
    DeviceReader leaving;
    boolean mayJoin;
    synchronized (this) {
      current = null;
      // What takes longer is the watch's: one that lasts, as where the machine stands still, says
      // nothing of the next.
      schedule.stepped(scheduled, Math.min(endedNanos - beganNanos, LONGEST_CALL_NANOS));
      leaving = schedule.leaving();
      if (leaving != null || endedNanos - beganNanos > LONGEST_CALL_NANOS) {
        quickSinceNanos = endedNanos;
      }
      mayJoin = endedNanos - joinDueNanos >= 0 && isQuick(endedNanos);
    }
    if (leaving != null) {
      lanes.open(List.of(leaving));
    } else if (mayJoin) {
      joinDueNanos = endedNanos + QUICK_NANOS;
      lanes.join(this);
    }
  }

  private boolean isQuick(long nowNanos) {
    return nowNanos - quickSinceNanos >= QUICK_NANOS;
  }

  /** Takes all readers of another lane, where they and these are quick; whether it does. */
  synchronized boolean take(ReaderLane other, long nowNanos) {
    synchronized (other) {
      boolean isTaken = current == null && isQuick(nowNanos) && schedule.join(other.schedule);
      if (isTaken) {
        worker.wake(); // One of them may be due before its own.
      }
      return isTaken;
    }
  }

  /** Lets the others go on elsewhere where one call lasts too long. For the watch thread. */
  void watch() {
    List<DeviceReader> others = List.of();
    synchronized (this) {
      ScheduledReader asked = current;
      if (asked != null
          && schedule.size() > 1
          && clock.monotonicNanos() - currentSinceNanos > LONGEST_CALL_NANOS) {
        others = schedule.leaveAlone(asked);
      }
    }
    if (!others.isEmpty()) {
      lanes.open(others);
      sink.flush(); // This lane's thread waits, and would have sent what they had published.
    }
  }

  /** Ends when the call that runs has returned. */
  void close() {
    worker.stop();
  }

  /** Waits for the end; whether it came. */
  boolean hasEnded(long dueNanos) {
    long wait = Math.max(1, (dueNanos - clock.monotonicNanos()) / 1_000_000);
    return worker.hasEnded(wait);
  }

  /** Whether its thread waits for this reader's device now. */
  synchronized boolean isAsking(DeviceReader reader) {
    return current != null && current.reader == reader;
  }

  synchronized List<DeviceReader> readers() {
    return schedule.readers();
  }
}
