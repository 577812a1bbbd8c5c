package io.wattune.testkit;

import io.wattune.collectors.device.PoweredDevice;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import java.util.List;

/** A device that answers at once, each time with another number. */
public abstract class CountingDevice extends PoweredDevice {

  protected CountingDevice(String device, long periodNanos) {
    super(device, new Signal("power", SignalUnit.MILLIWATTS, periodNanos), null);
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) {
    return described("acme", "counter", "", nowNanos, List.of());
  }
}
