package io.wattune.collectors.agent;

import io.wattune.collectors.device.DeviceSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Reads the devices of a node: a thread for each, so that one that hangs or fails delays no other,
 * and one that watches them and the clock. Only reads: it needs no privilege.
 *
 * <p>Owns the sources. Closing sends what has been read; a device that hangs even then is left to
 * its thread, which ends with the process.
 */
public final class Agent implements AutoCloseable {
  private static final long WATCH_NANOS = 50_000_000L;
  private static final long CLOSE_NANOS = 2_000_000_000L;

  /** A device, its reader and the reader's thread. */
  private record Lane(DeviceSource source, DeviceReader reader, Thread thread) {}

  private final AgentClock clock;
  private final Consumer<String> changes;
  private final List<Lane> lanes = new ArrayList<>();
  private final AtomicLong clockSteps = new AtomicLong();
  private final Thread watch;
  private volatile boolean isClosed;

  private Agent(AgentClock clock, Consumer<String> changes) {
    this.clock = clock;
    this.changes = changes;
    this.watch = thread(this::watch, "device-watch");
  }

  /**
   * Begins to read.
   *
   * @param sources the devices; owned by the agent from now on
   * @param clock the clock that the sources were opened with
   * @param changes told one line at each change of state, by any thread
   */
  public static Agent start(
      List<DeviceSource> sources,
      AgentClock clock,
      AgentSettings settings,
      DescriptionRules rules,
      RecordSink sink,
      Consumer<String> changes) {
    LoadedCodecs.load();
    var agent = new Agent(clock, changes);
    long startNanos = clock.monotonicNanos();
    for (int i = 0; i < sources.size(); i++) {
      DeviceSource source = sources.get(i);
      // Spread over the period: all at once would be one burst of work for the machine.
      long phase = source.power().signal().pollPeriodNanos() * i / sources.size();
      var reader =
          new DeviceReader(source, clock, startNanos + phase, settings, rules, sink, changes);
      agent.lanes.add(
          new Lane(source, reader, thread(() -> agent.read(reader), "reader-" + source.device())));
    }
    agent.lanes.forEach(lane -> lane.thread().start());
    agent.watch.start();
    return agent;
  }

  private static Thread thread(Runnable task, String name) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private void read(DeviceReader reader) {
    while (!isClosed) {
      long wait = reader.deadlineNanos() - clock.monotonicNanos();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
      } else {
        reader.step();
      }
    }
  }

  private void watch() {
    while (!isClosed) {
      long step = clock.look();
      if (step != 0) {
        clockSteps.incrementAndGet();
        changes.accept("the wall clock was stepped by " + step / 1_000_000 + " ms");
      }
      lanes.forEach(lane -> lane.reader().watch());
      LockSupport.parkNanos(this, WATCH_NANOS);
    }
  }

  /** How things stand. */
  public AgentStatus status() {
    return new AgentStatus(
        lanes.stream().map(lane -> lane.reader().status()).toList(), clockSteps.get());
  }

  /** Stops reading, and sends what has been read, within two seconds. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    LockSupport.unpark(watch);
    lanes.forEach(lane -> LockSupport.unpark(lane.thread()));
    long dueNanos = clock.monotonicNanos() + CLOSE_NANOS;
    for (Lane lane : lanes) {
      if (hasEnded(lane.thread(), dueNanos)) {
        lane.reader().flush();
        lane.source().close();
      } else {
        lane.reader().flush();
        changes.accept("device " + lane.reader().device() + " still hangs; it is left as it is");
      }
    }
  }

  private boolean hasEnded(Thread thread, long dueNanos) {
    long wait = Math.max(1, (dueNanos - clock.monotonicNanos()) / 1_000_000);
    try {
      thread.join(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
