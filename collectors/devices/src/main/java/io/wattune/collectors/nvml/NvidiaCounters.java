package io.wattune.collectors.nvml;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Clocks, temperature, utilisation, the power limit, why clocks are not higher, and GPM metrics of
 * one GPU. What it does not give is found out once, at the start, and not asked for again.
 *
 * <p>Not from NVML: Harmonia's counters of lanes, memory units and registers, which only a profiler
 * has. So Table 3 of the paper cannot be used as it stands on these GPUs.
 */
final class NvidiaCounters implements DeviceCounters {
  private static final double HERTZ_PER_MEGAHERTZ = 1e6;
  private static final double WATTS_PER_MILLIWATT = 1e-3;
  private static final double PERCENT = 100;
  private static final int MEMORY_CLOCK = 2;

  /** A number of the GPU that is a counter as it stands. */
  private enum Plain {
    CORE(CounterName.GRAPHICS_CLOCK, NvmlNumber.CLOCK, 0, CounterUnit.HERTZ, HERTZ_PER_MEGAHERTZ),
    MEMORY(
        CounterName.CURRENT_MEMORY_CLOCK,
        NvmlNumber.CLOCK,
        MEMORY_CLOCK,
        CounterUnit.HERTZ,
        HERTZ_PER_MEGAHERTZ),
    TEMPERATURE("temperature.gpu", NvmlNumber.TEMPERATURE, 0, CounterUnit.CELSIUS, 1),
    LIMIT("power.limit", NvmlNumber.POWER_LIMIT, 0, CounterUnit.WATTS, WATTS_PER_MILLIWATT);

    private final String counter;
    private final NvmlNumber number;
    private final int selector;
    private final CounterUnit unit;
    private final double factor;

    Plain(String counter, NvmlNumber number, int selector, CounterUnit unit, double factor) {
      this.counter = counter;
      this.number = number;
      this.selector = selector;
      this.unit = unit;
      this.factor = factor;
    }
  }

  private final GpuLink link;
  private final long periodNanos;
  private final List<Plain> plain;
  private final boolean hasUtilization;
  private final boolean hasReasons;
  private final @Nullable GpmReader gpm;

  private NvidiaCounters(
      GpuLink link,
      long periodNanos,
      List<Plain> plain,
      boolean hasUtilization,
      boolean hasReasons,
      @Nullable GpmReader gpm) {
    this.link = link;
    this.periodNanos = periodNanos;
    this.plain = plain;
    this.hasUtilization = hasUtilization;
    this.hasReasons = hasReasons;
    this.gpm = gpm;
  }

  /** Asks for each once. */
  static NvidiaCounters open(GpuLink link, long periodNanos) throws DeviceException {
    try {
      Nvml nvml = link.nvml();
      long gpu = link.handle();
      List<Plain> plain = new ArrayList<>();
      for (Plain each : Plain.values()) {
        if (isThere(() -> nvml.number(gpu, each.number, each.selector))) {
          plain.add(each);
        }
      }
      // GPM of a whole GPU does not go with slices, and has disturbed other calls where it was
      // asked for them.
      boolean isSliced =
          isThere(
              () -> {
                if (nvml.pair(gpu, NvmlPair.MIG_MODE).first() != 1) {
                  throw new NvmlException("DeviceGetMigMode", NvmlCode.NOT_SUPPORTED.number());
                }
              });
      return new NvidiaCounters(
          link,
          periodNanos,
          plain,
          isThere(() -> nvml.pair(gpu, NvmlPair.UTILIZATION)),
          isThere(() -> nvml.number(gpu, NvmlNumber.CLOCK_REASONS, 0)),
          !isSliced && GpmReader.isThere(nvml, gpu) ? new GpmReader(link) : null);
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }

  private static boolean isThere(Question question) throws NvmlException {
    try {
      question.ask();
      return true;
    } catch (NvmlException e) {
      if (e.code().isLoss()) {
        throw e;
      }
      return !e.code().isNever() && e.code() != NvmlCode.NO_PERMISSION;
    }
  }

  @Override
  public List<CounterDescriptor> offers() {
    List<CounterDescriptor> offers = new ArrayList<>();
    for (Plain each : plain) {
      offers.add(new CounterDescriptor(each.counter, "nvml" + each.number.call(), "as it is"));
    }
    if (hasUtilization) {
      String call = "nvml" + NvmlPair.UTILIZATION.call();
      offers.add(new CounterDescriptor("utilization.gpu", call, "share of time that a kernel ran"));
      offers.add(
          new CounterDescriptor("utilization.memory", call, "share of time that memory was used"));
    }
    if (hasReasons) {
      for (ClockReason reason : ClockReason.values()) {
        offers.add(
            new CounterDescriptor(
                reason.counter(), "nvml" + NvmlNumber.CLOCK_REASONS.call(), "1 while it holds"));
      }
    }
    offers.addAll(NvidiaCounterMapping.ofGpm(gpm != null));
    offers.addAll(NvidiaCounterMapping.MISSING);
    return offers;
  }

  @Override
  public long periodNanos() {
    return periodNanos;
  }

  @Override
  public List<CounterValue> read() throws DeviceException {
    List<CounterValue> values = new ArrayList<>();
    for (Plain each : plain) {
      add(() -> values.add(last(each.counter, each.unit, number(each) * each.factor)));
    }
    if (hasUtilization) {
      add(() -> utilization(values));
    }
    if (hasReasons) {
      add(() -> reasons(values));
    }
    GpmReader metrics = gpm;
    if (metrics != null) {
      add(() -> metrics.read(values));
    }
    return values;
  }

  private long number(Plain each) throws NvmlException {
    return link.nvml().number(link.handle(), each.number, each.selector);
  }

  private void utilization(List<CounterValue> into) throws NvmlException {
    NvmlPair.Numbers shares = link.nvml().pair(link.handle(), NvmlPair.UTILIZATION);
    into.add(last("utilization.gpu", CounterUnit.FRACTION, shares.first() / PERCENT));
    into.add(last("utilization.memory", CounterUnit.FRACTION, shares.second() / PERCENT));
  }

  private void reasons(List<CounterValue> into) throws NvmlException {
    long bits = link.nvml().number(link.handle(), NvmlNumber.CLOCK_REASONS, 0);
    for (ClockReason reason : ClockReason.values()) {
      into.add(last(reason.counter(), CounterUnit.FRACTION, reason.isIn(bits) ? 1 : 0));
    }
  }

  private static CounterValue last(String counter, CounterUnit unit, double value) {
    return new CounterValue(counter, unit, CounterKind.LAST, value);
  }

  /** A counter that has nothing now is absent; a GPU that is lost is an error. */
  private void add(Question question) throws DeviceException {
    try {
      question.ask();
    } catch (NvmlException e) {
      if (e.code().isLoss()) {
        throw link.failed(e);
      }
    }
  }

  @Override
  public void close() {
    if (gpm != null) {
      gpm.close();
    }
  }
}
