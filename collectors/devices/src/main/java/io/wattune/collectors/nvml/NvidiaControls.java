package io.wattune.collectors.nvml;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The writer's face of an NVIDIA GPU. NVML knows processes, seconds late, and not what they run:
 * the agent may know more.
 */
final class NvidiaControls implements DeviceControls {
  private final GpuLink link;
  private final List<Control> controls;

  /** Whether to ask for clock reasons: a driver that does not offer them never will. */
  private volatile boolean offersReasons = true;

  NvidiaControls(GpuLink link, List<GpuKnob> knobs) {
    this.link = link;
    this.controls = knobs.stream().map(knob -> control(link, knob)).toList();
  }

  private static Control control(GpuLink link, GpuKnob knob) {
    ClockDomain clock = knob.clock();
    return clock == null
        ? new PowerLimitControl(link, knob.tunable().withOwnValue(OptionalLong.empty()))
        : new LockedClockControl(link, clock, knob.tunable());
  }

  @Override
  public String device() {
    return link.device();
  }

  @Override
  public List<Control> controls() {
    return controls;
  }

  @Override
  public @Nullable String throttledBy() {
    if (!offersReasons) {
      return null;
    }
    try {
      return ClockReason.slowdowns(link.nvml().number(link.handle(), NvmlNumber.CLOCK_REASONS, 0));
    } catch (NvmlException e) {
      if (e.code().isLoss()) {
        var unused = link.failed(e); // So that nobody believes in a lock from before.
      }
      offersReasons = !e.code().isNever();
      return null;
    }
  }

  @Override
  public void close() {
    link.close();
  }
}
