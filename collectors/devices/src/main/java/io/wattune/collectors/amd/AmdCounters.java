package io.wattune.collectors.amd;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * What the driver's files show besides power: busy shares, clocks, temperatures, as they are when
 * they are asked for. None of them is an input of Harmonia's models: those come from a profiler
 * inside the application.
 */
final class AmdCounters implements DeviceCounters {
  private static final long PERIOD_NANOS = 1_000_000_000L;

  private static final List<String> OF_A_PROFILER =
      List.of(
          CounterName.VALU_BUSY,
          CounterName.VALU_UTILIZATION,
          CounterName.MEM_UNIT_BUSY,
          CounterName.MEM_UNIT_STALLED,
          CounterName.WRITE_UNIT_STALLED,
          CounterName.VGPRS,
          CounterName.SGPRS,
          CounterName.READ_BYTES,
          CounterName.WRITTEN_BYTES);

  /**
   * A counter and its file.
   *
   * @param isSensor whether it lies in the folder of sensors
   * @param scale one of the counter's unit in the file's
   */
  private record Entry(
      String counter, CounterUnit unit, String file, boolean isSensor, double scale, String says) {

    Optional<Path> path(AmdCard card) {
      return isSensor
          ? card.sensor(file)
          : Optional.of(card.file(file)).filter(card.tree()::isThere);
    }

    CounterValue value(long number) {
      return new CounterValue(counter, unit, CounterKind.LAST, number / scale);
    }
  }

  private static final List<Entry> ENTRIES =
      List.of(
          new Entry(
              "GpuBusy", CounterUnit.FRACTION, "gpu_busy_percent", false, 100, "as it is given"),
          new Entry(
              CounterName.MEMORY_BUSY,
              CounterUnit.FRACTION,
              "mem_busy_percent",
              false,
              100,
              "of the memory controller; not MemUnitBusy, which is of the shaders' memory unit"),
          new Entry(
              CounterName.CORE_CLOCK, CounterUnit.HERTZ, "freq1_input", true, 1, "as it is given"),
          new Entry(
              CounterName.MEMORY_CLOCK,
              CounterUnit.HERTZ,
              "freq2_input",
              true,
              1,
              "as it is given"),
          new Entry("Temperature", CounterUnit.CELSIUS, "temp1_input", true, 1e3, "as it is given"),
          new Entry(
              "JunctionTemperature",
              CounterUnit.CELSIUS,
              "temp2_input",
              true,
              1e3,
              "as it is given"),
          new Entry(
              "MemoryTemperature",
              CounterUnit.CELSIUS,
              "temp3_input",
              true,
              1e3,
              "as it is given"));

  private final Supplier<AmdCard> now;

  /**
   * The counters of a GPU.
   *
   * @param now the GPU where it is now: a driver that is loaded again may give its number to
   *     another
   */
  AmdCounters(Supplier<AmdCard> now) {
    this.now = now;
  }

  /** What comes, and which of Harmonia's inputs cannot be had and why. */
  @Override
  public List<CounterDescriptor> offers() {
    List<CounterDescriptor> offers = new ArrayList<>();
    AmdCard card = now.get();
    for (Entry entry : ENTRIES) {
      boolean isThere = entry.path(card).isPresent();
      offers.add(
          new CounterDescriptor(
              entry.counter,
              isThere ? entry.file : null,
              isThere ? entry.says : "the driver has no " + entry.file + " for this GPU"));
    }
    for (String counter : OF_A_PROFILER) {
      offers.add(
          new CounterDescriptor(
              counter, null, "only a profiler inside the application (rocprofiler) counts it"));
    }
    return offers;
  }

  @Override
  public long periodNanos() {
    return PERIOD_NANOS;
  }

  /** A counter whose file gives nothing now is left out: power must not suffer for it. */
  @Override
  public List<CounterValue> read() throws DeviceException {
    List<CounterValue> values = new ArrayList<>();
    AmdCard card = now.get();
    for (Entry entry : ENTRIES) {
      Optional<Path> path = entry.path(card);
      OptionalLong number =
          path.isPresent() ? card.tree().numberIfAny(path.get()) : OptionalLong.empty();
      if (number.isPresent()) {
        values.add(entry.value(number.getAsLong()));
      }
    }
    return values;
  }

  @Override
  public void close() {}
}
