package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.PowerSource;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.meter.CounterUpdates;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A GPU's power as the mean between two updates of its energy counter. A sensor that shows power
 * for a part of the time only hides what a load does in the rest; the counter of an H100 was seen
 * to leave nothing out (docs/measurements).
 */
final class CountedPower implements PowerSource {
  private final PolledPower asked;
  private final String device;
  private final Signal signal;
  private final LongSupplier epochNanos;
  private final CounterUpdates updates = new CounterUpdates();

  /**
   * A counter.
   *
   * @param asked asks for the counter, and for a power beside it that is not used
   */
  CountedPower(String device, PolledPower asked, LongSupplier epochNanos) {
    this.device = device;
    this.asked = asked;
    this.epochNanos = epochNanos;
    this.signal =
        new Signal(
            PolledPower.signalName(PowerChoice.ENERGY),
            SignalUnit.MILLIWATTS,
            asked.signal().pollPeriodNanos());
  }

  @Override
  public boolean mayFollowUpdates() {
    return asked.mayFollowUpdates();
  }

  @Override
  public Signal signal() {
    return signal;
  }

  @Override
  public int read() throws DeviceException {
    int unused = asked.read();
    long millijoules = asked.readEnergy();
    if (millijoules == EnergyColumn.MISSING) {
      return PollBlock.MISSING;
    }
    updates.accept(epochNanos.getAsLong(), millijoules);
    double milliwatts = updates.meanMilliwatts();
    return Double.isNaN(milliwatts)
        ? PollBlock.MISSING
        : PolledPower.checked(device, Math.round(milliwatts));
  }

  @Override
  public @Nullable Signal energySignal() {
    return asked.energySignal();
  }

  @Override
  public long readEnergy() {
    return asked.readEnergy();
  }
}
