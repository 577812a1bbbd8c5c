package io.wattune.collectors.kinds;

import io.wattune.collectors.amd.AmdKind;
import io.wattune.collectors.dcgm.DcgmKind;
import io.wattune.collectors.device.CounterPlugin;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.files.FilesKind;
import io.wattune.collectors.nodepower.IpmiKind;
import io.wattune.collectors.nodepower.RedfishKind;
import io.wattune.collectors.nvml.NvidiaKind;
import io.wattune.collectors.powercap.PowercapKind;
import io.wattune.collectors.simulated.SimulatedKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The kinds of device that can be opened, by name. Immutable, for any thread. */
public final class DeviceKinds {
  private final Map<String, DeviceKind> kinds = new LinkedHashMap<>();

  /** A choice of kinds, whose names differ. Where two find a device, the first has it. */
  public DeviceKinds(Collection<DeviceKind> kinds) {
    for (DeviceKind kind : kinds) {
      if (this.kinds.put(kind.name(), kind) != null) {
        throw new IllegalArgumentException("two kinds of device are named '" + kind.name() + "'");
      }
    }
  }

  /** All that Wattune has. */
  public static DeviceKinds standard() {
    return new DeviceKinds(
        List.of(
            new NvidiaKind(),
            new AmdKind(),
            new PowercapKind(),
            new RedfishKind(),
            new IpmiKind(),
            new DcgmKind(),
            new FilesKind(),
            new SimulatedKind()));
  }

  /**
   * Those that can be set without JSON and HTTP, for a process with privileges: a kind whose
   * devices are described in JSON is not among them.
   */
  public static DeviceKinds settable() {
    return new DeviceKinds(
        List.of(new NvidiaKind(), new AmdKind(), new PowercapKind(), new SimulatedKind()));
  }

  /** Their names, in order. */
  public Set<String> names() {
    return Set.copyOf(kinds.keySet());
  }

  /** Those that are sources of counters, too. */
  public List<CounterPlugin> counterPlugins() {
    return kinds.values().stream()
        .filter(CounterPlugin.class::isInstance)
        .map(CounterPlugin.class::cast)
        .toList();
  }

  /** What a node's file calls these by. */
  public Set<String> counterPluginNames() {
    return counterPlugins().stream().map(CounterPlugin::name).collect(Collectors.toSet());
  }

  /** What they find on this machine, in the order of the kinds; a uuid once. */
  public Discovery find() {
    List<FoundDevice> devices = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    Set<String> uuids = new HashSet<>();
    for (DeviceKind kind : kinds.values()) {
      Discovery found = kind.find();
      findings.addAll(found.findings());
      for (FoundDevice device : found.devices()) {
        if (uuids.add(device.uuid())) {
          devices.add(device);
        } else {
          findings.add(
              Finding.note(
                  "device " + device.uuid() + " can be reached by '" + kind.name() + "' too"));
        }
      }
    }
    return new Discovery(devices, findings);
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
      throw DeviceException.ofTheFile(
          "device '%s' has the unknown kind '%s'; known are %s"
              .formatted(settings.device(), name, new TreeSet<>(kinds.keySet())));
    }
    return kind;
  }
}
