package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PowerSource;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.tunable.Tunable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The reader's face of an NVIDIA GPU. */
final class NvidiaSource implements DeviceSource {
  static final String VENDOR = "nvidia";

  private final GpuLink link;
  private final NvidiaSettings settings;
  private final PowerSource power;
  private final EventSource events;
  private final @Nullable NvidiaCounters counters;
  private Set<String> knownTunables = Set.of();

  NvidiaSource(
      GpuLink link,
      NvidiaSettings settings,
      PowerSource power,
      EventSource events,
      @Nullable NvidiaCounters counters) {
    this.link = link;
    this.settings = settings;
    this.power = power;
    this.events = events;
    this.counters = counters;
  }

  @Override
  public String device() {
    return link.device();
  }

  /** What a clock is locked to is not said by NVML: its own value is the node's file's, or none. */
  @Override
  public DeviceDescriptor describe(long nowNanos) throws DeviceException {
    try {
      long gpu = link.handle();
      List<Tunable> tunables = tunables(gpu);
      return described(
          VENDOR, link.nvml().model(gpu), link.nvml().driverVersion(), nowNanos, tunables);
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }

  /**
   * A tunable that was there and is not shown now, by a driver in trouble, is not said to be gone:
   * who reads that forgets all that was learned of the device.
   */
  private List<Tunable> tunables(long gpu) throws NvmlException {
    GpuKnobs found =
        GpuKnobs.of(link.nvml(), gpu, settings.ownCoreMegahertz(), settings.ownMemoryMegahertz());
    List<Tunable> tunables = found.knobs().stream().map(GpuKnob::tunable).toList();
    Set<String> names = tunables.stream().map(Tunable::name).collect(Collectors.toSet());
    NvmlException doubt = found.doubt();
    if (doubt != null && !names.containsAll(knownTunables)) {
      throw doubt;
    }
    knownTunables = names;
    return tunables;
  }

  @Override
  public PowerSource power() {
    return power;
  }

  @Override
  public EventSource events() {
    return events;
  }

  @Override
  public void close() {
    if (counters != null) {
      counters.close();
    }
    link.close();
  }
}
