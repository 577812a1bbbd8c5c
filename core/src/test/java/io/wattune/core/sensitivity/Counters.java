package io.wattune.core.sensitivity;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.ledger.Book;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The counters of a kernel, as fractions and counts, and readings of them. */
record Counters(
    double valuBusy,
    double valuUtilization,
    double writeUnitStalled,
    double memUnitBusy,
    double memUnitStalled,
    double icActivity,
    double vgprs,
    double sgprs) {
  static final Counters DEVICE_MEMORY = new Counters(0.2, 1, 0.05, 1, 0.6, 0.9, 20, 20);
  static final Counters MAX_FLOPS = new Counters(1, 1, 0, 0.01, 0, 0.01, 80, 16);
  static final Counters GRAPH500_40 = new Counters(0.95, 0.35, 0.02, 0.4, 0.2, 0.2, 28, 30);
  static final Counters GRAPH500_80 = new Counters(0.95, 0.35, 0.02, 0.8, 0.25, 0.35, 28, 30);

  /** Bytes that the memory could move in a reading; a power of two keeps shares exact. */
  private static final double PEAK_BYTES = 1L << 40;

  List<CounterValue> values() {
    List<CounterValue> values = new ArrayList<>();
    values.add(fraction(CounterName.VALU_BUSY, valuBusy));
    values.add(fraction(CounterName.VALU_UTILIZATION, valuUtilization));
    values.add(fraction(CounterName.WRITE_UNIT_STALLED, writeUnitStalled));
    values.add(fraction(CounterName.MEM_UNIT_BUSY, memUnitBusy));
    values.add(fraction(CounterName.MEM_UNIT_STALLED, memUnitStalled));
    values.add(bytes(CounterName.READ_BYTES, icActivity * PEAK_BYTES * 0.75));
    values.add(bytes(CounterName.WRITTEN_BYTES, icActivity * PEAK_BYTES * 0.25));
    values.add(bytes(CounterName.PEAK_BYTES, PEAK_BYTES));
    values.add(count(CounterName.VGPRS, vgprs));
    values.add(count(CounterName.SGPRS, sgprs));
    return values;
  }

  /** A reading of a kernel that ended at this time. */
  CounterReading reading(@Nullable String kernel, long sequence, long endNanos) {
    return reading(kernel, sequence, endNanos, values -> values);
  }

  /** The same with its counters changed. */
  CounterReading reading(
      @Nullable String kernel,
      long sequence,
      long endNanos,
      UnaryOperator<List<CounterValue>> change) {
    return new CounterReading(
        "n/g",
        sequence,
        endNanos - 1_000_000,
        endNanos,
        kernel == null ? null : Book.KERNEL,
        kernel == null ? null : kernel + "#" + sequence,
        kernel,
        change.apply(values()),
        false);
  }

  CounterReading reading() {
    return reading("k", 0, 1_000_000);
  }

  static List<CounterValue> without(List<CounterValue> values, String counter) {
    return values.stream().filter(value -> !value.counter().equals(counter)).toList();
  }

  static List<CounterValue> with(List<CounterValue> values, CounterValue changed) {
    return values.stream()
        .map(value -> value.counter().equals(changed.counter()) ? changed : value)
        .toList();
  }

  static CounterValue fraction(String counter, double value) {
    return new CounterValue(counter, CounterUnit.FRACTION, CounterKind.MEAN, value);
  }

  static CounterValue bytes(String counter, double value) {
    return new CounterValue(counter, CounterUnit.BYTES, CounterKind.INCREASE, value);
  }

  static CounterValue count(String counter, double value) {
    return new CounterValue(counter, CounterUnit.COUNT, CounterKind.LAST, value);
  }
}
