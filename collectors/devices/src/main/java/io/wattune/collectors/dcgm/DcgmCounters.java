package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Counters of a GPU by a dcgm-exporter, in Harmonia's terms where that can be said.
 *
 * <p>DCGM's ratios are 0..1 and averages over the exporter's own interval, 30 s unless configured
 * otherwise. They are given once for each time that they were collected, and reach back as far as
 * {@link CollectionTimes} bounds it: about three of these intervals. A page that shows the ratios
 * of the one before gives clocks and temperature alone. The share of memory bandwidth is DCGM's
 * DRAM field. The share of busy vector units is the busiest of the pipes: they run side by side, so
 * it is a lower bound. DCGM has no field for lanes, stalls and registers, so that Harmonia's Table
 * 3 cannot be used. Tests: {@code DcgmKindTest}.
 */
final class DcgmCounters implements DeviceCounters {
  private static final DcgmField[] PIPES = {
    DcgmField.TENSOR, DcgmField.FP64, DcgmField.FP32, DcgmField.FP16, DcgmField.INTEGER
  };
  private static final DcgmField[] RATIOS = {
    DcgmField.DRAM,
    DcgmField.TENSOR,
    DcgmField.FP64,
    DcgmField.FP32,
    DcgmField.FP16,
    DcgmField.INTEGER,
    DcgmField.SM_OCCUPANCY,
    DcgmField.SM_ACTIVE
  };
  private static final double HERTZ_PER_MEGAHERTZ = 1e6;
  private static final String NO_FIELD = "DCGM has no field for it; only a profiler counts it";

  private final PageReader pages;
  private final String uuid;
  private final long periodNanos;
  private final CollectionTimes times = new CollectionTimes();
  private long reachNanos;

  DcgmCounters(PageReader pages, String uuid, long periodNanos) {
    this.pages = pages;
    this.uuid = uuid;
    this.periodNanos = periodNanos;
  }

  @Override
  public List<CounterDescriptor> offers() {
    return offered();
  }

  /** What it gives, and what it cannot. */
  static List<CounterDescriptor> offered() {
    return List.of(
        new CounterDescriptor(
            CounterName.IC_ACTIVITY, "1005", "the share of time that the memory moved data"),
        new CounterDescriptor(
            CounterName.VALU_BUSY, "1004, 1006-1008, 1016", "the busiest pipe: a lower bound"),
        new CounterDescriptor("Occupancy", "1003", "resident warps of the most that there may be"),
        new CounterDescriptor(
            "SmActive", "1002", "the share of time that a multiprocessor had work"),
        new CounterDescriptor(CounterName.SM_CLOCK, "100", "as it is"),
        new CounterDescriptor(CounterName.MEMORY_CLOCK, "101", "as it is"),
        new CounterDescriptor(CounterName.VALU_UTILIZATION, null, NO_FIELD),
        new CounterDescriptor(CounterName.MEM_UNIT_BUSY, null, NO_FIELD),
        new CounterDescriptor(CounterName.MEM_UNIT_STALLED, null, NO_FIELD),
        new CounterDescriptor(CounterName.WRITE_UNIT_STALLED, null, NO_FIELD),
        new CounterDescriptor(
            CounterName.VGPRS, null, "a kernel's registers are known to its launcher, not to DCGM"),
        new CounterDescriptor(CounterName.SGPRS, null, "NVIDIA GPUs have no scalar register file"));
  }

  /** The same of one GPU: what an exporter does not show of it is not given. */
  static List<CounterDescriptor> offered(ExporterPage.Gpu gpu) {
    Set<String> shown = values(gpu).stream().map(CounterValue::counter).collect(Collectors.toSet());
    return offered().stream()
        .map(
            offer ->
                !offer.isGiven() || shown.contains(offer.counter())
                    ? offer
                    : new CounterDescriptor(
                        offer.counter(),
                        null,
                        "the exporter does not show DCGM's field " + offer.source()))
        .toList();
  }

  @Override
  public long periodNanos() {
    return periodNanos;
  }

  @Override
  public List<CounterValue> read() throws DeviceException {
    PageAnswer answer = pages.await();
    ExporterPage.Gpu gpu = answer.got().gpu(uuid, pages.uri());
    OptionalLong since = times.since(ratios(gpu), answer.askedNanos());
    reachNanos = since.isPresent() ? pages.ageNanos(since.getAsLong()) : 0;
    List<CounterValue> values = values(gpu);
    if (since.isEmpty()) {
      values.removeIf(value -> value.kind() == CounterKind.MEAN);
    }
    return values;
  }

  @Override
  public long reachNanos() {
    return reachNanos;
  }

  /** All that are means over the exporter's interval. Clocks and the like may be newer. */
  private static double[] ratios(ExporterPage.Gpu gpu) {
    double[] ratios = new double[RATIOS.length];
    for (int i = 0; i < RATIOS.length; i++) {
      ratios[i] = gpu.value(RATIOS[i]).orElse(Double.NaN);
    }
    return ratios;
  }

  static List<CounterValue> values(ExporterPage.Gpu gpu) {
    List<CounterValue> values = new ArrayList<>();
    fraction(values, CounterName.IC_ACTIVITY, gpu.value(DcgmField.DRAM));
    fraction(values, CounterName.VALU_BUSY, busiest(gpu));
    fraction(values, "Occupancy", gpu.value(DcgmField.SM_OCCUPANCY));
    fraction(values, "SmActive", gpu.value(DcgmField.SM_ACTIVE));
    last(
        values,
        CounterName.SM_CLOCK,
        CounterUnit.HERTZ,
        HERTZ_PER_MEGAHERTZ,
        gpu.value(DcgmField.SM_CLOCK));
    last(
        values,
        CounterName.MEMORY_CLOCK,
        CounterUnit.HERTZ,
        HERTZ_PER_MEGAHERTZ,
        gpu.value(DcgmField.MEMORY_CLOCK));
    last(values, "Temperature", CounterUnit.CELSIUS, 1, gpu.value(DcgmField.GPU_TEMPERATURE));
    return values;
  }

  private static OptionalDouble busiest(ExporterPage.Gpu gpu) {
    OptionalDouble busiest = OptionalDouble.empty();
    for (DcgmField pipe : PIPES) {
      OptionalDouble value = gpu.value(pipe);
      if (value.isPresent() && value.getAsDouble() >= busiest.orElse(Double.NEGATIVE_INFINITY)) {
        busiest = value;
      }
    }
    return busiest;
  }

  private static void fraction(List<CounterValue> values, String counter, OptionalDouble value) {
    value.ifPresent(
        each ->
            values.add(new CounterValue(counter, CounterUnit.FRACTION, CounterKind.MEAN, each)));
  }

  private static void last(
      List<CounterValue> values,
      String counter,
      CounterUnit unit,
      double scale,
      OptionalDouble value) {
    value.ifPresent(
        each -> values.add(new CounterValue(counter, unit, CounterKind.LAST, each * scale)));
  }

  @Override
  public void close() {
    pages.close();
  }
}
