package io.wattune.collectors.nvml;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.core.tunable.Tunable;

/** The power limit of a GPU, which the driver keeps and says. */
record PowerLimitControl(GpuLink link, Tunable tunable) implements Control {

  @Override
  public long read() throws DeviceException {
    try {
      return link.nvml().number(link.handle(), NvmlNumber.POWER_LIMIT, 0);
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }

  @Override
  public void write(long value) throws DeviceException {
    try {
      link.nvml().setPowerLimit(link.handle(), Math.toIntExact(value));
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }
}
