package io.wattune.testkit;

import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PowerSource;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import java.util.List;

/** A device that answers at once, each time with another number. */
public abstract class CountingDevice implements DeviceSource, PowerSource {
  private final String device;
  private final Signal signal;

  protected CountingDevice(String device, long periodNanos) {
    this.device = device;
    this.signal = new Signal("power", SignalUnit.MILLIWATTS, periodNanos);
  }

  @Override
  public String device() {
    return device;
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) {
    return new DeviceDescriptor(
        device,
        DeviceId.nodeOf(device),
        null,
        "acme",
        "counter",
        "",
        null,
        nowNanos,
        List.of(signal),
        List.of());
  }

  @Override
  public PowerSource power() {
    return this;
  }

  @Override
  public EventSource events() {
    return EventSource.NONE;
  }

  @Override
  public Signal signal() {
    return signal;
  }

  @Override
  public void close() {}
}
