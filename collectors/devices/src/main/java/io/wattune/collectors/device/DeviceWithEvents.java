package io.wattune.collectors.device;

import io.wattune.core.device.DeviceDescriptor;

/** A device as it is, but for what happens on it, of which somebody else has a say. */
public abstract class DeviceWithEvents implements DeviceSource {
  private final DeviceSource device;
  private final EventSource events = this::drain;

  /** The same device, which is closed with this one. */
  protected DeviceWithEvents(DeviceSource device) {
    this.device = device;
  }

  /** Hands out what has happened since the last call. */
  protected abstract void drain(EventSource.Sink sink) throws DeviceException;

  /** The device itself. */
  public DeviceSource source() {
    return device;
  }

  @Override
  public String device() {
    return device.device();
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) throws DeviceException {
    return device.describe(nowNanos);
  }

  @Override
  public PowerSource power() {
    return device.power();
  }

  @Override
  public EventSource events() {
    return events;
  }

  @Override
  public long droppedCounters() {
    return device.droppedCounters();
  }

  @Override
  public void close() {
    device.close();
  }
}
