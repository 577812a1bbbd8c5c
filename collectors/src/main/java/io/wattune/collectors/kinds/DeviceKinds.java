package io.wattune.collectors.kinds;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.files.FilesKind;
import io.wattune.collectors.simulated.SimulatedKind;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The kinds of device that can be opened, by name. Immutable, for any thread. */
public final class DeviceKinds {
  private final TreeMap<String, DeviceKind> kinds = new TreeMap<>();

  /** A choice of kinds, whose names differ. */
  public DeviceKinds(Collection<DeviceKind> kinds) {
    for (DeviceKind kind : kinds) {
      if (this.kinds.put(kind.name(), kind) != null) {
        throw new IllegalArgumentException("two kinds of device are named '" + kind.name() + "'");
      }
    }
  }

  /** All that Wattune has. */
  public static DeviceKinds standard() {
    return new DeviceKinds(List.of(new FilesKind(), new SimulatedKind()));
  }

  /** Their names, in order. */
  public Set<String> names() {
    return Set.copyOf(kinds.keySet());
  }

  /** Opens the reader's face of a device. */
  public DeviceSource openSource(String kind, DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    return kind(kind, settings).openSource(settings, epochNanos);
  }

  /** Opens the writer's face of a device. */
  public DeviceControls openControls(String kind, DeviceSettings settings) throws DeviceException {
    return kind(kind, settings).openControls(settings);
  }

  private DeviceKind kind(String name, DeviceSettings settings) throws DeviceException {
    DeviceKind kind = kinds.get(name);
    if (kind == null) {
      throw new DeviceException(
          "device '"
              + settings.device()
              + "' has the unknown kind '"
              + name
              + "'; known are "
              + kinds.keySet());
    }
    return kind;
  }
}
