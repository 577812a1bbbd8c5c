package io.wattune.collectors.powercap;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.PoweredDevice;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.meter.CounterPower;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** The reader's face of a zone: each poll asks its counter once, for power and energy. */
final class PowercapSource extends PoweredDevice {
  /** Of power that is made of a counter's. */
  static final String POWER = "energy_uj.mean";

  static final String ENERGY = "energy_uj";
  private static final double MILLIWATTS = 1_000;

  private final Zone zone;
  private final CpuName cpu;
  private final CounterPower power;
  private final LongSupplier epochNanos;
  private boolean isRead;

  PowercapSource(
      String device,
      Zone zone,
      CpuName cpu,
      CounterPower power,
      long periodNanos,
      LongSupplier epochNanos) {
    super(
        device,
        new Signal(POWER, SignalUnit.MILLIWATTS, periodNanos),
        new Signal(ENERGY, SignalUnit.MICROJOULES, periodNanos));
    this.zone = zone;
    this.cpu = cpu;
    this.power = power;
    this.epochNanos = epochNanos;
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) throws DeviceException {
    List<Tunable> tunables = new ArrayList<>();
    for (Control control : PowercapControls.open(device(), zone).controls()) {
      tunables.add(control.tunable().withOwnValue(OptionalLong.of(control.read())));
    }
    return described(
        cpu.vendor(), cpu.model() + (zone.isMemory() ? " memory" : ""), "", nowNanos, tunables);
  }

  @Override
  public int read() throws DeviceException {
    isRead = false;
    long asked = epochNanos.getAsLong();
    power.accept(asked, zone.microjoules());
    isRead = true;
    double milliwatts = power.meanWatts() * MILLIWATTS;
    return Double.isNaN(milliwatts) ? PollBlock.MISSING : (int) Math.round(milliwatts);
  }

  @Override
  public long readEnergy() {
    return isRead ? power.microjoules() : EnergyColumn.MISSING;
  }
}
