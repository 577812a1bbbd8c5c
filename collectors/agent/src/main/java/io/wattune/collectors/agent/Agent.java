package io.wattune.collectors.agent;

import io.wattune.collectors.device.DeviceSource;
import io.wattune.schemas.thread.Worker;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
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
  /** A device that hangs keeps others waiting for as long; each look is a wake, which costs. */
  private static final long WATCH_NANOS = 200_000_000L;

  private static final long CLOSE_NANOS = 2_000_000_000L;

  /** What a lane may ask for. */
  private final class Keeper implements ReaderLane.Lanes {
    @Override
    public void open(List<DeviceReader> readers) {
      Agent.this.open(readers);
    }

    @Override
    public void join(ReaderLane lane) {
      Agent.this.join(lane);
    }
  }

  /** A device and its reader. */
  private record Device(DeviceSource source, DeviceReader reader) {}

  private final AgentClock clock;
  private final BlockGrid grid;
  private final RecordSink sink;
  private final Consumer<String> changes;
  private final AgentSettings settings;
  private final DescriptionRules rules;
  private final List<Device> devices = new CopyOnWriteArrayList<>();
  private final List<ReaderLane> lanes = new CopyOnWriteArrayList<>();
  private final ReaderLane.Lanes keeper = new Keeper();
  private final AtomicLong clockSteps = new AtomicLong();
  private final HostPauseDetector standstill = new HostPauseDetector(WATCH_NANOS);
  private final Worker watch;
  private volatile boolean isClosed;

  private Agent(
      AgentClock clock,
      BlockGrid grid,
      AgentSettings settings,
      DescriptionRules rules,
      RecordSink sink,
      Consumer<String> changes) {
    this.clock = clock;
    this.grid = grid;
    this.settings = settings;
    this.rules = rules;
    this.sink = sink;
    this.changes = changes;
    this.watch =
        Worker.every(
            WATCH_NANOS,
            "device-watch",
            this::watch,
            Worker.saying("this is a defect in the watch of devices, please report it: ", changes));
  }

  /**
   * Begins to read.
   *
   * @param sources the devices; owned by the agent from now on
   * @param clock the clock that the sources were opened with
   * @param changes receives one line for each change of state, from any thread
   */
  public static Agent start(
      List<DeviceSource> sources,
      AgentClock clock,
      AgentSettings settings,
      DescriptionRules rules,
      RecordSink sink,
      Consumer<String> changes) {
    LoadedCodecs.load();
    long startNanos = clock.monotonicNanos();
    var grid = new BlockGrid(startNanos, settings.maxAgeNanos());
    var agent = new Agent(clock, grid, settings, rules, sink, changes);
    for (DeviceSource source : sources) {
      agent.devices.add(agent.device(source, startNanos));
    }
    if (!sources.isEmpty()) {
      agent.open(agent.devices.stream().map(Device::reader).toList());
    }
    agent.watch.start();
    return agent;
  }

  private Device device(DeviceSource source, long startNanos) {
    return new Device(
        source, new DeviceReader(source, clock, startNanos, settings, rules, sink, changes));
  }

  /**
   * One more device, which could not be opened before. It begins on a thread of its own, and comes
   * to the others when it has been quick.
   *
   * @param source owned by the agent from now on; closed at once where the agent has been closed
   */
  public void add(DeviceSource source) {
    // At the beginning of a slot, so that its blocks end with those of the others.
    long nextSlot = grid.slot(clock.monotonicNanos()) + 1;
    Device added = device(source, grid.originNanos() + nextSlot * grid.slotNanos());
    devices.add(added);
    open(List.of(added.reader()));
  }

  private void open(List<DeviceReader> readers) {
    synchronized (this) {
      if (!isClosed) {
        var lane = new ReaderLane(readers, clock, grid, sink, keeper);
        lanes.add(lane);
        lane.start();
        return;
      }
    }
    // Closing looks for them in the lane that they have left.
    of(readers).forEach(this::end);
  }

  /** To an older lane, so that not each of two goes to the other one. */
  private synchronized void join(ReaderLane lane) {
    for (ReaderLane older : lanes) {
      if (older == lane || isClosed) {
        return;
      }
      if (older.take(lane, clock.monotonicNanos())) {
        lanes.remove(lane);
        sink.flush();
        return;
      }
    }
  }

  /** A device that cannot even be closed must not take what the others have read with it. */
  private void end(Device device) {
    device.reader().flush();
    try {
      device.source().close();
    } catch (RuntimeException | Error e) {
      changes.accept(
          "device " + device.reader().device() + " cannot be closed: " + DeviceFailure.words(e));
    }
  }

  private void watch() {
    long step = clock.look();
    if (step != 0) {
      clockSteps.incrementAndGet();
      changes.accept("the wall clock was stepped by " + step / 1_000_000 + " ms");
    }
    if (!standstill.hasEnded(clock.monotonicNanos())) {
      lanes.forEach(ReaderLane::watch);
    }
    boolean isUnsent = false;
    for (Device device : devices) {
      isUnsent |= device.reader().watch();
    }
    if (isUnsent) {
      sink.flush();
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
    watch.stop();
    lanes.forEach(ReaderLane::close);
    long dueNanos = clock.monotonicNanos() + CLOSE_NANOS;
    for (ReaderLane lane : lanes) {
      boolean hasEnded = lane.hasEnded(dueNanos);
      for (Device device : of(lane.readers())) {
        if (hasEnded || !lane.isAsking(device.reader())) {
          end(device);
        } else {
          device.reader().flush();
          changes.accept(
              "device " + device.reader().device() + " still hangs; it is left as it is");
        }
      }
    }
    sink.flush();
  }

  private List<Device> of(List<DeviceReader> readers) {
    return devices.stream().filter(device -> readers.contains(device.reader())).toList();
  }
}
