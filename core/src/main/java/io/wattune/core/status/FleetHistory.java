package io.wattune.core.status;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.counter.WorkSource;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.inforce.WriterAnswers;
import io.wattune.core.inforce.WriterState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Composes how the fleet stands from what the topics say: devices, holds, decisions, and then
 * actuations, each in the order of its topic. Not thread safe.
 */
public final class FleetHistory {
  private final Map<String, DeviceDescriptor> devices = new TreeMap<>();
  private final Map<String, Hold> holds = new TreeMap<>();
  private final Map<String, DeviceHistory> histories = new HashMap<>();
  private final Map<String, Boolean> signed = new HashMap<>();
  private final Map<String, WriterAnswers> writers = new TreeMap<>();

  /** Of each device the most trusted signal of its work. */
  private final Map<String, WorkSignal> work = new HashMap<>();

  private boolean areCountersComplete;
  private final Set<String> unreadableHolds = new TreeSet<>();
  private long unreadable;

  public void device(DeviceDescriptor descriptor) {
    devices.put(descriptor.device(), descriptor);
  }

  /** A device has gone. */
  public void deviceGone(String device) {
    devices.remove(device);
  }

  public void hold(Hold hold) {
    holds.put(hold.holdId(), hold);
    unreadableHolds.remove(hold.holdId());
  }

  /**
   * A record of a hold cannot be read.
   *
   * @param names what it names all the same; null where nothing
   */
  public void unreadableHold(String id, @Nullable Hold names) {
    unreadableHolds.add(id);
    if (names != null) {
      holds.put(id, names);
    }
  }

  /** Ids of the holds that cannot be read. */
  public Set<String> unreadableHolds() {
    return new TreeSet<>(unreadableHolds);
  }

  /** A hold's key was deleted. */
  public void holdGone(String holdId) {
    holds.remove(holdId);
    unreadableHolds.remove(holdId);
  }

  public void decision(Decision decision) {
    writer(decision.node()).take(decision);
    if (decision instanceof Decision.ForDevice forDevice) {
      history(forDevice.device()).decided(forDevice);
    }
  }

  public void actuation(Actuation actuation) {
    writer(actuation.node()).take(actuation);
    String device = actuation.device();
    if (device != null) {
      history(device).actuated(actuation);
    }
  }

  /** Whether the newest answer of a node has a signature; whose it is, is not looked at here. */
  public void signed(String node, boolean isSigned) {
    signed.put(node, isSigned);
  }

  /** What a device's counters, or its programs, say. */
  public void counters(CounterReading reading) {
    WorkSource.of(reading)
        .ifPresent(
            signal -> work.merge(reading.device(), signal, (a, b) -> b.isTrustedBefore(a) ? b : a));
  }

  /** All counter readings of the last time have been taken: who is not among them has none. */
  public void countersComplete() {
    areCountersComplete = true;
  }

  /** A record could not be read. */
  public void unreadable() {
    unreadable++;
  }

  private WriterAnswers writer(String node) {
    return writers.computeIfAbsent(node, absent -> new WriterAnswers());
  }

  private DeviceHistory history(String device) {
    return histories.computeIfAbsent(device, absent -> new DeviceHistory());
  }

  /** What a device has said of itself; null where it has not. */
  public @Nullable DeviceDescriptor device(String name) {
    return devices.get(name);
  }

  /** The names of the devices that are there. */
  public Set<String> deviceNames() {
    return new TreeSet<>(devices.keySet());
  }

  /** The names of the nodes of the devices that are there. */
  public Set<String> nodeNames() {
    Set<String> names = new TreeSet<>();
    devices.values().forEach(device -> names.add(device.node()));
    return names;
  }

  /** The holds in force at a time, the one that ends first first. */
  public List<Hold> holdsInForce(long nowNanos) {
    return holds.values().stream()
        .filter(hold -> hold.isInForce(nowNanos))
        .sorted(Comparator.comparingLong(Hold::untilNanos).thenComparing(Hold::holdId))
        .toList();
  }

  /** How it all stands. */
  public FleetStatus status(long nowNanos) {
    List<Hold> inForce = holdsInForce(nowNanos);
    return new FleetStatus(
        nowNanos,
        devices.values().stream()
            .map(
                device ->
                    history(device.device())
                        .status(
                            device,
                            longest(inForce, device.device()),
                            work(device.device()),
                            nowNanos))
            .toList(),
        nodeNames().stream().map(node -> node(node, nowNanos)).toList(),
        inForce,
        List.copyOf(unreadableHolds),
        unreadable + unreadableHolds.size());
  }

  private WorkStatus work(String device) {
    WorkSignal signal = work.get(device);
    if (signal != null) {
      return WorkStatus.of(signal);
    }
    return areCountersComplete ? WorkStatus.NONE : WorkStatus.NOT_KNOWN;
  }

  private static @Nullable Hold longest(List<Hold> inForce, String device) {
    Hold longest = null;
    for (Hold hold : inForce) {
      longest = hold.covers(device) ? hold : longest;
    }
    return longest;
  }

  private NodeStatus node(String node, long nowNanos) {
    WriterAnswers writer = writer(node);
    Decision newest = writer.newest();
    WriterState state = writer.state(nowNanos);
    return new NodeStatus(
        node,
        state == WriterState.WAITING ? WriterState.ANSWERS : state, // It has had no time to.
        writer.epoch(),
        newest == null ? "" : newest.policy(),
        signed.get(node));
  }
}
