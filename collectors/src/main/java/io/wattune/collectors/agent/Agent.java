package io.wattune.collectors.agent;

import io.wattune.collectors.device.DeviceSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Reads the devices of a node: quick ones on one thread, each that hangs or is slow on one of its
 * own, so that it delays no other for long, and one thread that watches them and the clock. Only
 * reads: it needs no privilege.
 *
 * <p>Owns the sources. Closing sends what has been read; a device that hangs even then is left to
 * its thread, which ends with the process.
 */
public final class Agent implements AutoCloseable {
  private static final long WATCH_NANOS = 50_000_000L;
  private static final long CLOSE_NANOS = 2_000_000_000L;

  /** A device and its reader. */
  private record Device(DeviceSource source, DeviceReader reader) {}

  private final AgentClock clock;
  private final Consumer<String> changes;
  private final List<Device> devices = new ArrayList<>();
  private final List<ReaderLane> lanes = new CopyOnWriteArrayList<>();
  private final AtomicLong clockSteps = new AtomicLong();
  private final Thread watch;
  private volatile boolean isClosed;

  private Agent(AgentClock clock, Consumer<String> changes) {
    this.clock = clock;
    this.changes = changes;
    this.watch = new Thread(this::watch, "device-watch");
    this.watch.setDaemon(true);
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
    for (DeviceSource source : sources) {
      agent.devices.add(
          new Device(
              source, new DeviceReader(source, clock, startNanos, settings, rules, sink, changes)));
    }
    if (!sources.isEmpty()) {
      agent.open(agent.devices.stream().map(Device::reader).toList());
    }
    agent.watch.start();
    return agent;
  }

  private synchronized void open(List<DeviceReader> readers) {
    var lane = new ReaderLane(readers, clock, this::open);
    lanes.add(lane);
    lane.start();
    if (isClosed) {
      lane.close();
    }
  }

  private void watch() {
    while (!isClosed) {
      long step = clock.look();
      if (step != 0) {
        clockSteps.incrementAndGet();
        changes.accept("the wall clock was stepped by " + step / 1_000_000 + " ms");
      }
      lanes.forEach(ReaderLane::watch);
      devices.forEach(device -> device.reader().watch());
      LockSupport.parkNanos(this, WATCH_NANOS);
    }
  }

  /** How things stand. */
  public AgentStatus status() {
    return new AgentStatus(
        devices.stream().map(device -> device.reader().status()).toList(), clockSteps.get());
  }

  /** How many threads read. */
  int lanes() {
    return lanes.size();
  }

  /** Stops reading, and sends what has been read, within two seconds. */
  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    LockSupport.unpark(watch);
    lanes.forEach(ReaderLane::close);
    long dueNanos = clock.monotonicNanos() + CLOSE_NANOS;
    for (ReaderLane lane : lanes) {
      boolean hasEnded = lane.hasEnded(dueNanos);
      for (Device device : of(lane)) {
        device.reader().flush();
        if (hasEnded || !lane.isAsking(device.reader())) {
          device.source().close();
        } else {
          changes.accept(
              "device " + device.reader().device() + " still hangs; it is left as it is");
        }
      }
    }
  }

  private List<Device> of(ReaderLane lane) {
    List<DeviceReader> readers = lane.readers();
    return devices.stream().filter(device -> readers.contains(device.reader())).toList();
  }
}
