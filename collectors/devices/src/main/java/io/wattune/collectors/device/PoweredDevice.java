package io.wattune.collectors.device;

import io.wattune.core.device.Signal;
import org.jspecify.annotations.Nullable;

/** A device that is its own power signal. */
public abstract class PoweredDevice implements DeviceSource, PowerSource {
  private final String device;
  private final Signal signal;
  private final @Nullable Signal energy;

  /**
   * A device.
   *
   * @param energy of its energy counter; null where it has none
   */
  protected PoweredDevice(String device, Signal signal, @Nullable Signal energy) {
    this.device = device;
    this.signal = signal;
    this.energy = energy;
  }

  @Override
  public final String device() {
    return device;
  }

  @Override
  public final PowerSource power() {
    return this;
  }

  @Override
  public final Signal signal() {
    return signal;
  }

  @Override
  public final @Nullable Signal energySignal() {
    return energy;
  }
}
