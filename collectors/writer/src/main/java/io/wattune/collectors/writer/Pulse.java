package io.wattune.collectors.writer;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's heartbeat, and its eye on what runs and on the guardian.
 *
 * <p>What it shows is the earliest time at which restoring any device must begin. The guardian that
 * waits for that one is late for none. A device that becomes tuned, or whose lease changes, makes a
 * beat of its own before it is written to: the guardian never knows of less than is out. The
 * heartbeat also stops when a device's own thread has missed its time.
 */
final class Pulse implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

  /** How often it beats when nothing else makes it. */
  private static final long PERIOD_NANOS = 20_000_000L;

  /** How often it looks what runs, while any device has more than one configuration. */
  private static final long SWITCHING_PERIOD_NANOS = 5_000_000L;

  /** A device's thread that is this late is stuck. */
  private static final long STUCK_NANOS = 100_000_000L;

  /** A guardian whose heartbeat stands still for longer counts as absent, frozen or not. */
  static final long GUARDIAN_ABSENT_NANOS = 2_000_000_000L;

  private final WriterNode node;
  private final Heartbeat heartbeat;
  private final BeatWatch guardian;
  private final Thread thread;
  private volatile List<DeviceWriter> devices = List.of();
  private volatile boolean isClosed;
  private boolean isStuckLogged;

  Pulse(WriterNode node, Heartbeat heartbeat) {
    this.node = node;
    this.heartbeat = heartbeat;
    this.guardian =
        new BeatWatch(node.config().folder().guardianBeat(), node.clock().now().monotonicNanos());
    this.thread = new Thread(this::run, "wattune-pulse-" + node.config().node());
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void devices(List<DeviceWriter> all) {
    devices = List.copyOf(all);
  }

  private void run() {
    while (!isClosed) {
      beat();
      watchGuardian();
      boolean isSwitching = false;
      for (DeviceWriter device : devices) {
        device.lookWhatRuns();
        isSwitching |= device.isSwitching();
      }
      LockSupport.parkNanos(isSwitching ? SWITCHING_PERIOD_NANOS : PERIOD_NANOS);
    }
  }

  /** Shows what is out now. For any thread. */
  synchronized void beat() {
    long now = node.clock().now().monotonicNanos();
    long restoreLead = Heartbeat.NOTHING_OUT;
    for (DeviceWriter device : devices) {
      LeaseExposure exposure = device.exposure();
      if (!exposure.isOut()) {
        continue;
      }
      long left = exposure.isReturning() ? 0 : exposure.restoreDeadlineNanos() - now;
      if (left < -STUCK_NANOS) {
        logStuck();
        return;
      }
      left = Math.max(0, left);
      restoreLead = restoreLead == Heartbeat.NOTHING_OUT ? left : Math.min(restoreLead, left);
    }
    heartbeat.beat(restoreLead);
  }

  private void logStuck() {
    if (!isStuckLogged) {
      isStuckLogged = true;
      LOG.error(
          "node {}: the thread of a device is late for the end of its lease; the heartbeat stops,"
              + " so that the guardian restores",
          node.config().node());
    }
  }

  private void watchGuardian() {
    long now = node.clock().now().monotonicNanos();
    guardian.look(now);
    boolean isThere = guardian.isMoving(now, GUARDIAN_ABSENT_NANOS);
    if (node.conditions().guarded(isThere)) {
      logGuardian(isThere);
      devices.forEach(DeviceWriter::look);
    }
  }

  private void logGuardian(boolean isThere) {
    String name = node.config().node();
    if (isThere) {
      LOG.info("node {}: a guardian watches", name);
    } else if (node.config().tuning().requiresGuardian()) {
      LOG.warn(
          "node {}: the guardian is gone; own settings come back and nothing is written until"
              + " there is one: wattune guardian",
          name);
    } else {
      LOG.warn("node {}: the guardian is gone; as the node's file says, tuning goes on", name);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
  }
}
