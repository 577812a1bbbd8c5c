package io.wattune.dashboard.state;

import io.wattune.core.device.DeviceDescriptor;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The devices of a fleet, which share the memory that there is for their power. */
final class FleetDevices {
  private final StateLimits limits;
  private final Map<String, DeviceEntry> byId = new TreeMap<>();
  private long catalogVersion;
  private int nextIndex;
  private int limitedFor;

  FleetDevices(StateLimits limits) {
    this.limits = limits;
  }

  /** Each, in the order of ids. */
  Collection<DeviceEntry> all() {
    return byId.values();
  }

  /** Grows when devices come, go or are described anew. */
  long catalogVersion() {
    return catalogVersion;
  }

  /** Null where there is no such device. */
  @Nullable DeviceEntry known(String id) {
    return byId.get(id);
  }

  /** The device, made where there was none. */
  DeviceEntry of(String id) {
    DeviceEntry known = byId.get(id);
    return known != null ? known : added(id);
  }

  private DeviceEntry added(String id) {
    PowerRing ring = new PowerRing(limits.powerFor().toNanos(), limits.cellsFor(byId.size() + 1));
    DeviceEntry entry = new DeviceEntry(nextIndex++, id, ring);
    byId.put(id, entry);
    catalogVersion++;
    if (byId.size() > limitedFor) {
      // The next power of two: the rings shrink then, and not with each device that comes.
      limitedFor = Math.max(1, 2 * limitedFor);
      int cells = limits.cellsFor(limitedFor);
      byId.values().forEach(each -> each.limitTo(cells));
    }
    return entry;
  }

  void remove(String id) {
    if (byId.remove(id) != null) {
      catalogVersion++;
    }
  }

  void describe(DeviceDescriptor descriptor) {
    DeviceEntry entry = of(descriptor.device());
    DeviceDescriptor known = entry.descriptor();
    entry.describe(descriptor);
    if (known == null || !isSameButForTime(known, descriptor)) {
      catalogVersion++;
    }
  }

  private static boolean isSameButForTime(DeviceDescriptor known, DeviceDescriptor other) {
    return new DeviceDescriptor(
            other.device(),
            other.node(),
            other.rack(),
            other.vendor(),
            other.model(),
            other.driver(),
            other.parent(),
            known.describedAtNanos(),
            other.signals(),
            other.tunables())
        .equals(known);
  }

  /** Room for a device's smoothed power: half as much as for its power. */
  PowerRing roomForSmoothed() {
    int cells = Math.max(1, limits.cellsFor(Math.max(limitedFor, byId.size() + 1)) / 2);
    return new PowerRing(limits.powerFor().toNanos(), cells);
  }

  /** How many activities each may hold. */
  int mostActivities() {
    return limits.activitiesFor(byId.size());
  }
}
