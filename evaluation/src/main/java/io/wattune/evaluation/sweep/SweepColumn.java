package io.wattune.evaluation.sweep;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;

/** The columns of a sweep's file: names with their units. Documented in docs/reference/sweep.md. */
final class SweepColumn {
  static final String APPLICATION = "application";
  static final String KERNEL = "kernel";
  static final String PHASE = "phase";
  static final String SECONDS = "seconds";

  /** Columns of the values of tunables; a file has one of them at least. */
  static final List<TunableColumn> KNOBS =
      List.of(
          new TunableColumn("cuCount", TunableName.CU_COUNT, TunableUnit.COUNT),
          new TunableColumn("coreClockMegaHertz", TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ),
          new TunableColumn(
              "memoryClockMegaHertz", TunableName.MEMORY_CLOCK, TunableUnit.MEGAHERTZ));

  /** Columns of counters. */
  static final List<Counter> COUNTERS =
      List.of(
          fraction(CounterName.VALU_BUSY),
          fraction(CounterName.VALU_UTILIZATION),
          fraction(CounterName.MEM_UNIT_BUSY),
          fraction(CounterName.MEM_UNIT_STALLED),
          fraction(CounterName.WRITE_UNIT_STALLED),
          count(CounterName.VGPRS),
          count(CounterName.SGPRS),
          bytes(CounterName.READ_BYTES),
          bytes(CounterName.WRITTEN_BYTES),
          bytes(CounterName.PEAK_BYTES));

  private SweepColumn() {}

  /**
   * A column of a tunable's values.
   *
   * @param column its name
   * @param tunable name of the tunable
   * @param unit unit of the values
   */
  record TunableColumn(String column, String tunable, TunableUnit unit) {
    Setting setting(long value) {
      return new Setting(tunable, unit, value);
    }
  }

  /**
   * A column of a counter.
   *
   * @param column its name
   * @param counter name of the counter
   * @param unit unit of the values
   * @param kind what a value says of an invocation
   */
  record Counter(String column, String counter, CounterUnit unit, CounterKind kind) {
    CounterValue value(double value) {
      return new CounterValue(counter, unit, kind, value);
    }
  }

  private static Counter fraction(String name) {
    return new Counter(name + "Fraction", name, CounterUnit.FRACTION, CounterKind.MEAN);
  }

  private static Counter count(String name) {
    return new Counter(name + "Count", name, CounterUnit.COUNT, CounterKind.LAST);
  }

  private static Counter bytes(String name) {
    return new Counter(name, name, CounterUnit.BYTES, CounterKind.INCREASE);
  }
}
