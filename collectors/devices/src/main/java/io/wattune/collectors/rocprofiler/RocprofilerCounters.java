package io.wattune.collectors.rocprofiler;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What AMD's profiler counts, in Wattune's terms: percent become fractions, kilobytes of 1024
 * become bytes. The profiler still has most of Harmonia's counters under Harmonia's names, but not
 * on every GPU, and one of them changed its scale between releases; {@link #offers} says so. Tests:
 * {@code RocprofilerCountersTest}.
 */
public final class RocprofilerCounters {
  private static final double PERCENT = 0.01;
  private static final double KIBIBYTE = 1024;

  private record Meaning(String counter, CounterUnit unit, CounterKind kind, double scale) {
    CounterValue of(double value) {
      return new CounterValue(counter, unit, kind, value * scale);
    }
  }

  private static final Map<String, Meaning> MEANINGS =
      Map.ofEntries(
          Map.entry("VALUBusy", share(CounterName.VALU_BUSY)),
          Map.entry("VALUUtilization", share(CounterName.VALU_UTILIZATION)),
          Map.entry("MemUnitBusy", share(CounterName.MEM_UNIT_BUSY)),
          Map.entry("MemUnitStalled", share(CounterName.MEM_UNIT_STALLED)),
          Map.entry("WriteUnitStalled", share(CounterName.WRITE_UNIT_STALLED)),
          Map.entry("FetchSize", bytes(CounterName.READ_BYTES)),
          Map.entry("WriteSize", bytes(CounterName.WRITTEN_BYTES)),
          Map.entry("arch_vgpr", registers(CounterName.VGPRS)),
          Map.entry("sgpr", registers(CounterName.SGPRS)));

  private RocprofilerCounters() {}

  private static Meaning share(String counter) {
    return new Meaning(counter, CounterUnit.FRACTION, CounterKind.MEAN, PERCENT);
  }

  private static Meaning bytes(String counter) {
    return new Meaning(counter, CounterUnit.BYTES, CounterKind.INCREASE, KIBIBYTE);
  }

  private static Meaning registers(String counter) {
    return new Meaning(counter, CounterUnit.COUNT, CounterKind.LAST, 1);
  }

  /** The names that are understood. */
  public static List<String> names() {
    return List.copyOf(new TreeSet<>(MEANINGS.keySet()));
  }

  /**
   * A counter of the profiler; empty where its name is not understood.
   *
   * @param name as the profiler has it
   * @param value as the profiler has it; finite
   */
  public static Optional<CounterValue> of(String name, double value) {
    return Optional.ofNullable(MEANINGS.get(name)).map(meaning -> meaning.of(value));
  }

  /**
   * What the profiler gives on an architecture, by its counter definitions of 2024.
   *
   * @param architecture as the driver calls it, for example {@code gfx90a}
   */
  public static List<CounterDescriptor> offers(String architecture) {
    List<CounterDescriptor> offers = new ArrayList<>();
    boolean isRdna = architecture.startsWith("gfx10") || architecture.startsWith("gfx11");
    boolean isMi300 = architecture.startsWith("gfx94");
    String vector = "the profiler does not define it for " + architecture;
    offers.add(offer(CounterName.VALU_BUSY, "VALUBusy", !isRdna, vector));
    offers.add(offer(CounterName.VALU_UTILIZATION, "VALUUtilization", !isRdna, vector));
    offers.add(offer(CounterName.MEM_UNIT_STALLED, "MemUnitStalled", !isRdna, vector));
    offers.add(offer(CounterName.MEM_UNIT_BUSY, "MemUnitBusy", !isMi300, vector));
    offers.add(offer(CounterName.WRITE_UNIT_STALLED, "WriteUnitStalled", !isMi300, vector));
    offers.add(offer(CounterName.READ_BYTES, "FetchSize", true, ""));
    offers.add(offer(CounterName.WRITTEN_BYTES, "WriteSize", true, ""));
    offers.add(offer(CounterName.VGPRS, "arch_vgpr", true, ""));
    offers.add(offer(CounterName.SGPRS, "sgpr", true, ""));
    offers.add(
        new CounterDescriptor(
            CounterName.PEAK_BYTES,
            null,
            "not counted: the memory's clock and width give it, and are known to whoever launches"));
    return offers;
  }

  private static CounterDescriptor offer(String counter, String name, boolean isGiven, String why) {
    if (!isGiven) {
      return new CounterDescriptor(counter, null, why);
    }
    String unit =
        switch (name) {
          case "FetchSize", "WriteSize" -> "kilobytes of 1024";
          case "arch_vgpr", "sgpr" -> "of the kernel";
          case "MemUnitBusy" -> "percent; newer releases no longer divide by the shader engines";
          default -> "percent";
        };
    return new CounterDescriptor(counter, name, unit);
  }
}
