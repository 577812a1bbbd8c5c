package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.PowerSource;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import org.jspecify.annotations.Nullable;

/**
 * A GPU's power as it answers when it is asked, in milliwatts. Power and energy that are both
 * fields come with one driver call; the energy is kept until it is asked for.
 */
final class PolledPower implements PowerSource {
  private final GpuLink link;
  private final EnergyQuestion energy;
  private final Signal signal;
  private final @Nullable Signal energySignal;
  private final @Nullable FieldValues fields;
  private final boolean isPowerField;
  private final boolean followsUpdates;
  private long millijoules = EnergyColumn.MISSING;

  /**
   * A way to ask.
   *
   * @param choice INSTANT, AVERAGE or USAGE
   */
  PolledPower(
      GpuLink link,
      PowerChoice choice,
      EnergyQuestion energy,
      long pollPeriodNanos,
      boolean followsUpdates) {
    this.link = link;
    this.energy = energy;
    this.signal = new Signal(signalName(choice), SignalUnit.MILLIWATTS, pollPeriodNanos);
    this.energySignal = energySignal(energy, pollPeriodNanos);
    this.followsUpdates = followsUpdates;
    this.isPowerField = choice != PowerChoice.USAGE;
    int power = choice == PowerChoice.INSTANT ? Nvml.FIELD_POWER_INSTANT : Nvml.FIELD_POWER_AVERAGE;
    if (isPowerField) {
      this.fields =
          energy.field() == 0 ? new FieldValues(power) : new FieldValues(power, energy.field());
    } else {
      this.fields = energy.field() == 0 ? null : new FieldValues(energy.field());
    }
  }

  /** The name that nvidia-smi has for it. */
  static String signalName(PowerChoice choice) {
    return switch (choice) {
      case INSTANT -> "power.draw.instant";
      case AVERAGE -> "power.draw.average";
      case SAMPLES -> "power.samples";
      case ENERGY -> EnergyQuestion.SIGNAL + ".mean";
      case USAGE, AUTO -> "power.draw";
    };
  }

  static @Nullable Signal energySignal(EnergyQuestion energy, long pollPeriodNanos) {
    return energy == EnergyQuestion.NONE
        ? null
        : new Signal(EnergyQuestion.SIGNAL, SignalUnit.MILLIJOULES, pollPeriodNanos);
  }

  @Override
  public boolean mayFollowUpdates() {
    return followsUpdates;
  }

  @Override
  public Signal signal() {
    return signal;
  }

  @Override
  public int read() throws DeviceException {
    millijoules = EnergyColumn.MISSING;
    try {
      long gpu = link.handle();
      FieldValues asked = fields;
      if (asked != null) {
        link.nvml().fields(gpu, asked);
        int place = asked.size() - 1;
        boolean hasEnergy = energy.field() != 0 && asked.code(place) == 0;
        millijoules = hasEnergy ? asked.value(place) : EnergyColumn.MISSING;
      }
      if (energy == EnergyQuestion.CALL) {
        millijoules = energyByCall(gpu);
      }
      if (asked == null || !isPowerField) {
        return checked(link.nvml().number(gpu, NvmlNumber.POWER, 0));
      }
      return ofField(asked);
    } catch (NvmlException e) {
      if (e.code() == NvmlCode.NO_DATA) {
        return PollBlock.MISSING;
      }
      throw link.failed(e);
    }
  }

  private int ofField(FieldValues asked) throws NvmlException, DeviceException {
    if (asked.code(0) == NvmlCode.NO_DATA.number()) {
      return PollBlock.MISSING;
    }
    if (asked.code(0) != 0) {
      throw new NvmlException("DeviceGetFieldValues, field " + asked.id(0), asked.code(0));
    }
    return checked(asked.value(0));
  }

  /** An energy counter that fails now and then must not take the power with it. */
  private long energyByCall(long gpu) throws NvmlException {
    try {
      return link.nvml().number(gpu, NvmlNumber.ENERGY, 0);
    } catch (NvmlException e) {
      if (e.code().isLoss()) {
        throw e;
      }
      return EnergyColumn.MISSING;
    }
  }

  private int checked(long milliwatts) throws DeviceException {
    return checked(link.device(), milliwatts);
  }

  /** A reading, or none: a GPU that answers takes power, so that 0 W says nothing. */
  static int checked(String device, long milliwatts) throws DeviceException {
    if (milliwatts == 0) {
      return PollBlock.MISSING;
    }
    if (milliwatts < 0 || milliwatts > Integer.MAX_VALUE) {
      throw new DeviceException(
          "power of device '%s' is out of range, was %s mW; choose another with the setting '%s'"
              .formatted(device, milliwatts, NvidiaSettings.SIGNAL));
    }
    return (int) milliwatts;
  }

  @Override
  public @Nullable Signal energySignal() {
    return energySignal;
  }

  @Override
  public long readEnergy() {
    return millijoules;
  }
}
