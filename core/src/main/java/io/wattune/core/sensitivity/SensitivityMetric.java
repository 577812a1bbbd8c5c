package io.wattune.core.sensitivity;

import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import java.util.OptionalDouble;

/**
 * What a {@link LinearModel} is linear in, each in the unit that Harmonia's Table 3 (Paul et al.
 * 2015) has it in: some are percent (0..100), some fractions (0..1). Counters are fractions
 * everywhere else; this is the one place where they become percent. Equations are that paper's.
 */
public enum SensitivityMetric {
  /** Share of active lanes, in percent. */
  VALU_UTILIZATION_PERCENT,
  /** Share of time that the write unit was stalled, in percent. */
  WRITE_UNIT_STALLED_PERCENT,
  /** Share of time that the memory unit was busy, in percent. */
  MEM_UNIT_BUSY_PERCENT,
  /** Share of time that the memory unit was stalled, in percent. */
  MEM_UNIT_STALLED_PERCENT,
  /**
   * Share of the memory's peak bandwidth that was used, a fraction: as the device says it, or of
   * bytes (eq. 1); both bandwidths are over the same interval, so bytes will do.
   */
  IC_ACTIVITY,
  /** Compute-to-memory intensity (eq. 3), in percent. */
  COMPUTE_TO_MEMORY_PERCENT,
  /** Vector registers as a share of the most that there are, a fraction. */
  NORM_VGPR,
  /** Scalar registers as a share of the most that there are, a fraction. */
  NORM_SGPR;

  /** The metric of a reading; empty where it does not have what the metric needs. */
  public OptionalDouble of(CounterReading reading, RegisterFile registers) {
    double value = of(new CounterSource(reading, registers));
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Its unit: {@code percent} (0..100) or {@code fraction} (0..1). */
  public String unit() {
    return name().endsWith("_PERCENT") ? "percent" : "fraction";
  }

  /** The metric; NaN where a counter that it needs is missing, which the source then knows. */
  double of(CounterSource counters) {
    return switch (this) {
      case VALU_UTILIZATION_PERCENT -> 100 * counters.fraction(CounterName.VALU_UTILIZATION);
      case WRITE_UNIT_STALLED_PERCENT -> 100 * counters.fraction(CounterName.WRITE_UNIT_STALLED);
      case MEM_UNIT_BUSY_PERCENT -> 100 * counters.fraction(CounterName.MEM_UNIT_BUSY);
      case MEM_UNIT_STALLED_PERCENT -> 100 * counters.fraction(CounterName.MEM_UNIT_STALLED);
      case IC_ACTIVITY -> icActivity(counters);
      case COMPUTE_TO_MEMORY_PERCENT ->
          computeToMemoryPercent(
              counters.fraction(CounterName.VALU_BUSY),
              counters.fraction(CounterName.VALU_UTILIZATION),
              counters.fraction(CounterName.MEM_UNIT_BUSY));
      case NORM_VGPR ->
          counters.heldWithinOne(
              CounterName.VGPRS,
              counters.count(CounterName.VGPRS) / counters.registers().vectorRegisters());
      case NORM_SGPR ->
          counters.heldWithinOne(
              CounterName.SGPRS,
              counters.count(CounterName.SGPRS) / counters.registers().scalarRegisters());
    };
  }

  private static double icActivity(CounterSource counters) {
    if (counters.has(CounterName.IC_ACTIVITY)) {
      return counters.fraction(CounterName.IC_ACTIVITY);
    }
    double read = counters.bytes(CounterName.READ_BYTES);
    double written = counters.bytes(CounterName.WRITTEN_BYTES);
    double peak = counters.bytesAboveZero(CounterName.PEAK_BYTES);
    return counters.heldWithinOne(CounterName.PEAK_BYTES, (read + written) / peak);
  }

  /**
   * Compute-to-memory intensity in percent (eq. 3): {@code 100 VALUBusy * VALUUtilization /
   * MemUnitBusy}, at most 100. A kernel that never uses the memory has 100 where it computes, 0
   * where it does not. Arguments that are not a number give a result that is none.
   *
   * <p>Differs from the source: the paper normalises C-to-M "to 100" without saying how. Here the
   * ratio of eq. 3 is multiplied by 100 and capped there: with the ratio itself no kernel without
   * many registers could reach a high compute sensitivity, which the paper measures for Graph500
   * ({@code Table3Test}).
   */
  static double computeToMemoryPercent(
      double valuBusy, double valuUtilization, double memUnitBusy) {
    if (memUnitBusy == 0 && !Double.isNaN(valuUtilization)) {
      return valuBusy > 0 ? 100 : 100 * valuBusy; // 0 or NaN, as VALUBusy is
    }
    return Math.min(100, 100 * valuBusy * valuUtilization / memUnitBusy);
  }
}
