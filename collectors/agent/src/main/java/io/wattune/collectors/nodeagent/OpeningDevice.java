package io.wattune.collectors.nodeagent;

import io.wattune.collectors.agent.Condition;
import io.wattune.collectors.agent.DeviceStatus;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.schemas.thread.Worker;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One device of a node on its way to being open, on a thread of its own: a GPU that is lost, an
 * exporter that is not up yet, a driver that hangs must not keep the node's other devices from
 * being read. It is tried again until it can be opened, with pauses that double up to a minute;
 * only what is wrong in the node's file is not tried again. Thread safe.
 */
final class OpeningDevice implements AutoCloseable {
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** How it is opened; may block as long as the driver does. */
  interface Opener {
    DeviceSource open() throws DeviceException;
  }

  private final String device;
  private final Opener opener;
  private final Consumer<String> changes;
  private final Worker worker;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private @Nullable DeviceSource opened;
  private @Nullable DeviceException failure;
  private @Nullable Consumer<DeviceSource> taker;
  private boolean isTaken;
  private boolean isClosed;
  private long failures;
  private String lastReason = "";

  /**
   * A device that nobody tries to open yet.
   *
   * @param changes receives one line for each change of state, once the device is late
   */
  OpeningDevice(String device, Opener opener, Consumer<String> changes) {
    this.device = device;
    this.opener = opener;
    this.changes = changes;
    this.worker = Worker.of("opening-" + device, this::turn, unused -> {});
  }

  void start() {
    worker.start();
  }

  private long turn() {
    if (tryOnce()) {
      return Worker.LAST;
    }
    long pause = pauseNanos;
    pauseNanos = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    return pause;
  }

  /** Whether there is nothing left to be tried. */
  private boolean tryOnce() {
    try {
      hand(opener.open());
      return true;
    } catch (DeviceException e) {
      return failed(e);
    } catch (RuntimeException | LinkageError e) {
      return failed(new DeviceException("device '" + device + "' cannot be opened: " + e, e));
    }
  }

  private void hand(DeviceSource source) {
    Consumer<DeviceSource> to;
    synchronized (this) {
      opened = source;
      notifyAll();
      to = taker;
      if (isClosed) {
        source.close();
        return;
      }
      if (to == null) {
        return;
      }
      isTaken = true;
    }
    give(source, to);
  }

  private void give(DeviceSource source, Consumer<DeviceSource> to) {
    boolean isGiven = false;
    try {
      to.accept(source);
      isGiven = true;
    } finally {
      if (!isGiven) {
        source.close();
        synchronized (this) {
          opened = null;
          isTaken = false;
        }
      }
    }
    changes.accept("device " + device + " is open now, and is read");
  }

  private synchronized boolean failed(DeviceException why) {
    failure = why;
    failures++;
    notifyAll();
    if (taker != null) {
      reportOnce(String.valueOf(why.getMessage()));
    }
    return why.isOfTheFile() || isClosed;
  }

  private void reportOnce(String why) {
    if (!why.equals(lastReason)) {
      lastReason = why;
      changes.accept("device " + device + " cannot be opened, and is tried again: " + why);
    }
  }

  /**
   * Waits for the first answer, whatever it is.
   *
   * @throws DeviceException where it will never be open: the node's file is wrong
   */
  synchronized void await(long dueNanos) throws DeviceException, InterruptedException {
    for (long left = left(dueNanos);
        opened == null && failure == null && left > 0;
        left = left(dueNanos)) {
      wait(left);
    }
    if (failure != null && failure.isOfTheFile()) {
      throw failure;
    }
  }

  private static long left(long dueNanos) {
    return (dueNanos - System.nanoTime()) / NANOS_PER_MILLI;
  }

  /** The device, which belongs to the caller from now on; null where it is not open. */
  synchronized @Nullable DeviceSource take() {
    isTaken = opened != null;
    return opened;
  }

  /** It is late: it goes to this taker once it is open, on the thread that opens it. */
  void later(Consumer<DeviceSource> to) {
    DeviceSource already;
    synchronized (this) {
      taker = to;
      already = opened;
      isTaken = already != null;
      if (already == null) {
        reportOnce(
            failure == null ? "it has not answered yet" : String.valueOf(failure.getMessage()));
      }
    }
    if (already != null) {
      give(already, to);
    }
  }

  /** Whether nobody has it yet. */
  synchronized boolean isWaiting() {
    return !isTaken;
  }

  /** How it stands while it is not open. */
  synchronized DeviceStatus status() {
    return new DeviceStatus(
        device,
        failure == null ? Condition.HANGING : Condition.FAILING,
        0,
        0,
        failures,
        0,
        0,
        0,
        0,
        failure == null ? "it has not answered yet" : String.valueOf(failure.getMessage()));
  }

  /** Ends the tries; what nobody has taken is closed, now or when the call that hangs returns. */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      worker.stop();
      if (opened != null && !isTaken) {
        isTaken = true;
        opened.close();
      }
    }
  }
}
