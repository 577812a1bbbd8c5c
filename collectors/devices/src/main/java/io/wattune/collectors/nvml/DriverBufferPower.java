package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.PowerSource;
import io.wattune.collectors.nvml.library.DriverSamples;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The power readings that NVIDIA's driver keeps (some 120 of the newest), in milliwatts with its
 * own times. They are put in order; one that repeats a time is the same reading handed out again
 * and is left out. The first question, and the first one after the GPU was lost, hands out only the
 * newest reading: what was kept before belongs to another life.
 *
 * <p>Once the driver has kept nothing new for {@value #FROZEN_NANOS} ns the power itself is asked,
 * until it goes on; what it hands out then with times before that is left out.
 */
final class DriverBufferPower implements PowerSource {
  private static final long MICRO = 1000;

  /** A time that lies further back is of a clock that was stepped. */
  private static final long STEP_NANOS = 1_000_000_000L;

  /**
   * Readings are tenths of a second apart at most where the buffer was chosen, {@link
   * DriverBufferCheck}.
   */
  static final long FROZEN_NANOS = 1_000_000_000L;

  private final GpuLink link;
  private final @Nullable PowerChoice polled;
  private final LongSupplier epochNanos;
  private final EnergyQuestion energy;
  private final Signal signal;
  private final @Nullable Signal energySignal;
  private final @Nullable FieldValues energyField;
  private final DriverSamples samples = new DriverSamples();
  private SampleTimes times = new SampleTimes();
  private long lastMicros;
  private long lastNanos = Long.MIN_VALUE;
  private int losses;

  /** When the driver last had something new, or was first asked. */
  private long movedNanos = Long.MIN_VALUE;

  /** Newest reading that was asked for itself. */
  private long polledNanos = Long.MIN_VALUE;

  /**
   * The driver's readings.
   *
   * @param polled the power that is asked where it keeps nothing new; null where there is none
   */
  DriverBufferPower(
      GpuLink link,
      @Nullable PowerChoice polled,
      EnergyQuestion energy,
      long pollPeriodNanos,
      LongSupplier epochNanos) {
    this.link = link;
    this.polled = polled;
    this.energy = energy;
    this.epochNanos = epochNanos;
    this.signal =
        new Signal(
            PolledPower.signalName(PowerChoice.SAMPLES), SignalUnit.MILLIWATTS, pollPeriodNanos);
    this.energySignal = PolledPower.energySignal(energy, pollPeriodNanos);
    this.energyField = energy.field() == 0 ? null : new FieldValues(energy.field());
    this.losses = link.losses();
  }

  @Override
  public Signal signal() {
    return signal;
  }

  @Override
  public boolean keepsReadings() {
    return true;
  }

  @Override
  public int readKept(KeptSink sink) throws DeviceException {
    if (losses != link.losses()) {
      losses = link.losses();
      lastMicros = 0;
      times = new SampleTimes();
    }
    long askedNanos = epochNanos.getAsLong();
    try {
      int unused =
          link.nvml().samples(link.handle(), Nvml.SAMPLES_TOTAL_POWER, lastMicros, samples);
    } catch (NvmlException e) {
      throw link.failed(e);
    }
    int given = handOut(sink, inOrder(), askedNanos);
    if (given > 0 || movedNanos == Long.MIN_VALUE || movedNanos > askedNanos) {
      movedNanos = askedNanos;
    }
    boolean isFrozen = askedNanos - movedNanos >= FROZEN_NANOS;
    return isFrozen && polled != null ? poll(polled, sink, askedNanos) : given;
  }

  private int poll(PowerChoice choice, KeptSink sink, long askedNanos) throws DeviceException {
    try {
      long milliwatts = new PowerQuery(link.nvml(), link.handle(), choice).now();
      polledNanos = later(askedNanos);
      lastNanos = polledNanos;
      return give(sink, polledNanos, milliwatts);
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }

  /** Hands a reading out; returns how many have a value. */
  private int give(KeptSink sink, long nanos, long milliwatts) throws DeviceException {
    int checked = PolledPower.checked(link.device(), milliwatts);
    sink.reading(nanos, checked);
    return checked == PollBlock.MISSING ? 0 : 1;
  }

  /** Places of the samples by their times; those of times that were had before are left out. */
  private Integer[] inOrder() {
    Integer[] places = new Integer[samples.size()];
    Arrays.setAll(places, place -> place);
    Arrays.sort(places, Comparator.comparingLong(samples::micros));
    return places;
  }

  private int handOut(KeptSink sink, Integer[] places, long askedNanos) throws DeviceException {
    if (places.length == 0 || samples.micros(places[places.length - 1]) <= lastMicros) {
      return 0;
    }
    times.batch(samples.micros(places[places.length - 1]), askedNanos);
    int given = 0;
    for (int i = lastMicros == 0 ? places.length - 1 : 0; i < places.length; i++) {
      long micros = samples.micros(places[i]);
      if (micros <= lastMicros) {
        continue;
      }
      lastMicros = micros;
      long nanos = times.epochNanos(micros);
      if (nanos <= polledNanos) {
        continue;
      }
      lastNanos = later(nanos);
      given += give(sink, lastNanos, samples.value(places[i]));
    }
    return given;
  }

  /** A better guess of the clocks' distance may move a time behind the one before: not so far. */
  private long later(long nanos) {
    boolean isStepped = lastNanos - nanos > STEP_NANOS;
    return lastNanos == Long.MIN_VALUE || isStepped ? nanos : Math.max(lastNanos + MICRO, nanos);
  }

  @Override
  public @Nullable Signal energySignal() {
    return energySignal;
  }

  @Override
  public long readEnergy() throws DeviceException {
    try {
      FieldValues field = energyField;
      if (field != null) {
        link.nvml().fields(link.handle(), field);
        return field.code(0) == 0 ? field.value(0) : EnergyColumn.MISSING;
      }
      return energy == EnergyQuestion.CALL
          ? link.nvml().number(link.handle(), NvmlNumber.ENERGY, 0)
          : EnergyColumn.MISSING;
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }
}
