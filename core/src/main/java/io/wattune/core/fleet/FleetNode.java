package io.wattune.core.fleet;

import io.wattune.core.device.DeviceId;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The devices of one node, and their sum. The sum is taken anew each time that it is asked for,
 * over the few devices of a node: then nothing can be forgotten in it. Mutable; times are event
 * time where they are nanoseconds, and the reader's clock where they are milliseconds.
 */
public final class FleetNode {
  private final String node;
  private final Map<String, FleetDevice> devices = new TreeMap<>();
  private final Map<String, WindowBook> books = new TreeMap<>();
  private NodeTime clock;

  /** A node of which nothing is known. */
  public FleetNode(String node) {
    this(node, NodeTime.NONE);
  }

  /** A node that goes on, without its devices yet. */
  public FleetNode(String node, NodeTime clock) {
    this.node = node;
    this.clock = clock;
  }

  /** Its name. */
  public String name() {
    return node;
  }

  /** What its clock shows. */
  public NodeTime clock() {
    return clock;
  }

  /** Puts back what was known of a device; its newest sample may be newer than the clock. */
  public void restore(String device, FleetDevice known, long nowMillis) {
    devices.put(device, known);
    PowerSample newest = known.newest();
    if (newest != null) {
      long readMillis = clock.equals(NodeTime.NONE) ? nowMillis : clock.readMillis();
      clock = clock.heard(newest.timeNanos(), readMillis);
    }
  }

  /** Puts back what was known of a device's energy. */
  public void restore(String device, WindowBook.Snapshot known) {
    books.put(device, new WindowBook(known));
  }

  /** What is known of a device. */
  public FleetDevice device(String device) {
    return devices.getOrDefault(device, FleetDevice.UNKNOWN);
  }

  /** A device's energy; null before its first window, and once it was removed. */
  public @Nullable WindowBook book(String device) {
    return books.get(device);
  }

  /** All its devices, and the marks of those that were removed. */
  public Map<String, FleetDevice> devices() {
    return Collections.unmodifiableMap(devices);
  }

  /** A descriptor has come. */
  public void describe(String device, DeviceFacts facts, long nowMillis) {
    devices.put(device, device(device).described(facts));
    clock = clock.heard(facts.describedAtNanos(), nowMillis);
  }

  /** A sample has come. */
  public void measure(String device, PowerSample sample, long nowMillis) {
    FleetDevice before = device(device);
    devices.put(device, before.measured(sample));
    PowerSample old = before.newest();
    clock =
        sample.clockSetBacks() > (old == null ? 0 : old.clockSetBacks())
            ? clock.setBack(sample.timeNanos(), nowMillis)
            : clock.heard(sample.timeNanos(), nowMillis);
  }

  /** A window's energy has come. */
  public WindowFate energy(String device, WindowEnergy window) {
    if (device(device).isBeforeRemoval(window.startNanos())) {
      return WindowFate.BEFORE;
    }
    return books.computeIfAbsent(device, absent -> new WindowBook()).take(window);
  }

  /**
   * A device was removed, and its energy with it; so is what came of a second life before this was
   * known, since a settled sum cannot be divided.
   */
  public void remove(String device, long atNanos) {
    FleetDevice before = device(device);
    FleetDevice after = before.removed(atNanos);
    if (!after.equals(before)) {
      devices.put(device, after);
      books.remove(device);
    }
  }

  /** The rack that the newest descriptor names; null where none does. */
  public @Nullable String rack() {
    return devices.values().stream()
        .map(FleetDevice::facts)
        .filter(facts -> facts != null)
        .max(Comparator.comparingLong(DeviceFacts::describedAtNanos))
        .map(DeviceFacts::rack)
        .orElse(null);
  }

  /**
   * The sum over its devices.
   *
   * @param nowMillis the reader's clock
   * @param staleAfterNanos age from which a device is stale
   */
  public FleetSum sum(long nowMillis, long staleAfterNanos) {
    long atNanos = clock.atNanos(nowMillis);
    FleetSum sum = FleetSum.EMPTY;
    for (Map.Entry<String, FleetDevice> entry : devices.entrySet()) {
      FleetDevice device = entry.getValue();
      if (isCounted(entry.getKey(), device)) {
        sum = sum.plus(power(device, atNanos, staleAfterNanos));
      }
    }
    for (Map.Entry<String, WindowBook> entry : books.entrySet()) {
      var microjoules = entry.getValue().microjoules();
      if (microjoules.isPresent() && isEnergyCounted(entry.getKey())) {
        sum = sum.plus(FleetSum.energy(microjoules.getAsLong()));
      }
    }
    return sum.seenFrom(atNanos);
  }

  private static FleetSum power(FleetDevice device, long atNanos, long staleAfterNanos) {
    PowerSample newest = device.newest();
    if (newest == null) {
      return FleetSum.silent();
    }
    return isFresh(newest, atNanos, staleAfterNanos) ? FleetSum.fresh(newest) : FleetSum.stale();
  }

  /** Whether a sample is young enough, seen from a time. */
  public static boolean isFresh(PowerSample newest, long atNanos, long staleAfterNanos) {
    return atNanos - newest.timeNanos() < staleAfterNanos;
  }

  /**
   * Whether a device is there, and is not counted by another: a slice is by its whole device, and
   * the node's own meter, which measures all of them once more, by the others. A meter alone is all
   * that is known of its node, and is counted.
   */
  public boolean isCounted(String id, FleetDevice device) {
    return device.isThere() && isEnergyCounted(id);
  }

  private boolean isEnergyCounted(String id) {
    return !isSliceOfAnother(device(id)) && !isMeterOfOthers(id);
  }

  private boolean isMeterOfOthers(String id) {
    return DeviceId.isMeter(id)
        && devices.entrySet().stream()
            .anyMatch(other -> !other.getKey().equals(id) && other.getValue().isThere());
  }

  private boolean isSliceOfAnother(FleetDevice device) {
    DeviceFacts facts = device.facts();
    String parent = facts == null ? null : facts.parent();
    return parent != null && device(parent).isThere();
  }

  /**
   * When the next fresh device becomes stale, by the node's clock; {@link Long#MAX_VALUE} where
   * none is fresh.
   */
  public long nextStaleNanos(long nowMillis, long staleAfterNanos) {
    long atNanos = clock.atNanos(nowMillis);
    long next = Long.MAX_VALUE;
    for (FleetDevice device : devices.values()) {
      PowerSample newest = device.newest();
      if (newest != null && isFresh(newest, atNanos, staleAfterNanos)) {
        next = Math.min(next, saturated(newest.timeNanos(), staleAfterNanos));
      }
    }
    return next;
  }

  private static long saturated(long timeNanos, long spanNanos) {
    return timeNanos > Long.MAX_VALUE - spanNanos ? Long.MAX_VALUE : timeNanos + spanNanos;
  }
}
