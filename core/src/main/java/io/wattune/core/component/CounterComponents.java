package io.wattune.core.component;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.ThrottleCounter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the counters of a reading say of components: an activity for each, in events a second where
 * they count, else as a share of time. Counters that say nothing of work are left out: clocks,
 * temperatures, registers, stalls, occupancy, reasons of slowdowns, delivered work. A counter of
 * lanes is none of its own: vector units are counted by thread, as their energies are, so that
 * their busy time is taken times the lanes that are active ([C] section 5.2; by warps a card's
 * lanes could take 3 W at most). Test: {@code CounterComponentsTest}.
 */
final class CounterComponents {
  /** Most components of a device. */
  static final int MOST = 16;

  /** No device does more in a second; squares of it are numbers still. */
  private static final double MOST_RATE = 1e30;

  private static final Set<String> SILENT =
      Set.of(
          CounterName.VALU_UTILIZATION,
          CounterName.MEM_UNIT_STALLED,
          CounterName.WRITE_UNIT_STALLED,
          CounterName.PEAK_BYTES,
          CounterName.WORK,
          "Occupancy",
          "gpm.sm_occupancy",
          "gpm.graphics_util");

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry(CounterName.VALU_BUSY, "vector units"),
          Map.entry(CounterName.MEM_UNIT_BUSY, "memory unit"),
          Map.entry(CounterName.IC_ACTIVITY, "memory"),
          Map.entry(CounterName.MEMORY_BUSY, "memory"),
          Map.entry("utilization.memory", "memory"),
          Map.entry(CounterName.READ_BYTES, "memory reads"),
          Map.entry(CounterName.WRITTEN_BYTES, "memory writes"),
          Map.entry("gpm.dram_bw_util", "memory"),
          Map.entry("GpuBusy", "processor"),
          Map.entry("utilization.gpu", "processor"),
          Map.entry("SmActive", "multiprocessors"));

  /** Where two counters describe one component, the first of them here is used: the finer one. */
  private static final List<String> FINER_FIRST =
      List.of(CounterName.IC_ACTIVITY, CounterName.MEMORY_BUSY, "utilization.memory");

  /**
   * Activities.
   *
   * @param names of the components
   * @param counters for each, the counter that stands for it
   * @param rates for each, events a second or a share of time
   * @param isCoarse whether all are shares of time
   */
  @SuppressWarnings("ArrayRecordComponent") // Owned by whoever asked.
  record Activities(List<String> names, List<String> counters, double[] rates, boolean isCoarse) {}

  private CounterComponents() {}

  static Activities of(CounterReading reading) {
    List<String> names = new ArrayList<>();
    List<String> counters = new ArrayList<>();
    double[] rates = new double[MOST];
    boolean isCoarse = true;
    boolean hasBytes = reading.value(CounterName.READ_BYTES).isPresent();
    boolean hasPipes = reading.value("gpm.fp32_util").isPresent();
    for (CounterValue each : reading.counters()) {
      boolean isCount = isCount(each);
      if (names.size() == MOST || !(isCount || isShare(each)) || isElsewhere(each, reading)) {
        continue;
      }
      String name = NAMES.getOrDefault(each.counter(), each.counter());
      // The busiest pipe says nothing beside the pipes themselves.
      if (hasPipes && each.counter().equals(CounterName.VALU_BUSY)) {
        continue;
      }
      // Bytes say what the memory did; its busy time beside them says it again.
      if (names.contains(name) || (hasBytes && name.equals("memory"))) {
        continue;
      }
      double lanes =
          each.counter().equals(CounterName.VALU_BUSY)
              ? reading.value(CounterName.VALU_UTILIZATION).orElse(1)
              : 1;
      double rate = Math.max(0, each.value() * lanes) / (isCount ? reading.seconds() : 1);
      rates[names.size()] = Math.min(MOST_RATE, rate);
      names.add(name);
      counters.add(each.counter());
      isCoarse &= !isCount;
    }
    return new Activities(names, counters, Arrays.copyOf(rates, names.size()), isCoarse);
  }

  private static boolean isCount(CounterValue value) {
    return value.kind() == CounterKind.INCREASE
        && (value.unit() == CounterUnit.COUNT || value.unit() == CounterUnit.BYTES)
        && !SILENT.contains(value.counter());
  }

  private static boolean isShare(CounterValue value) {
    return value.kind() != CounterKind.INCREASE
        && value.unit() == CounterUnit.FRACTION
        && !SILENT.contains(value.counter())
        && !isReason(value.counter());
  }

  private static boolean isReason(String counter) {
    return ThrottleCounter.is(counter) || counter.startsWith("clocks_");
  }

  private static boolean isElsewhere(CounterValue value, CounterReading reading) {
    int place = FINER_FIRST.indexOf(value.counter());
    for (int i = 0; i < place; i++) {
      if (reading.value(FINER_FIRST.get(i)).isPresent()) {
        return true;
      }
    }
    return false;
  }
}
