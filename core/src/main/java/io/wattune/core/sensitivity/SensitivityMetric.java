package io.wattune.core.sensitivity;

import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import java.util.OptionalDouble;

/**
 * What a {@link LinearModel} is linear in, each in the unit that Harmonia's Table 3 has it in: some
 * are percent (0..100), some fractions (0..1). Counters are fractions everywhere else; this is the
 * one place where they become percent.
 */
public enum SensitivityMetric {
  /** Share of active lanes, in percent. */
  VALU_UTILIZATION_PERCENT {
    @Override
    double of(CounterSource counters) {
      return 100 * counters.fraction(CounterName.VALU_UTILIZATION);
    }
  },
  /** Share of time that the write unit was stalled, in percent. */
  WRITE_UNIT_STALLED_PERCENT {
    @Override
    double of(CounterSource counters) {
      return 100 * counters.fraction(CounterName.WRITE_UNIT_STALLED);
    }
  },
  /** Share of time that the memory unit was busy, in percent. */
  MEM_UNIT_BUSY_PERCENT {
    @Override
    double of(CounterSource counters) {
      return 100 * counters.fraction(CounterName.MEM_UNIT_BUSY);
    }
  },
  /** Share of time that the memory unit was stalled, in percent. */
  MEM_UNIT_STALLED_PERCENT {
    @Override
    double of(CounterSource counters) {
      return 100 * counters.fraction(CounterName.MEM_UNIT_STALLED);
    }
  },
  /**
   * Share of the memory's peak bandwidth that was used, a fraction: as the device says it, or of
   * bytes (eq. 1).
   */
  IC_ACTIVITY {
    @Override
    double of(CounterSource counters) {
      if (counters.has(CounterName.IC_ACTIVITY)) {
        return counters.fraction(CounterName.IC_ACTIVITY);
      }
      double read = counters.bytes(CounterName.READ_BYTES);
      double written = counters.bytes(CounterName.WRITTEN_BYTES);
      double peak = counters.bytesAboveZero(CounterName.PEAK_BYTES);
      double activity = DerivedMetrics.icActivity(read, written, peak);
      return counters.heldWithinOne(CounterName.PEAK_BYTES, activity);
    }
  },
  /** Compute-to-memory intensity (eq. 3), in percent. */
  COMPUTE_TO_MEMORY_PERCENT {
    @Override
    double of(CounterSource counters) {
      return DerivedMetrics.computeToMemoryPercent(
          counters.fraction(CounterName.VALU_BUSY),
          counters.fraction(CounterName.VALU_UTILIZATION),
          counters.fraction(CounterName.MEM_UNIT_BUSY));
    }
  },
  /** Vector registers as a share of the most that there are, a fraction. */
  NORM_VGPR {
    @Override
    double of(CounterSource counters) {
      double share = counters.count(CounterName.VGPRS) / counters.registers().vectorRegisters();
      return counters.heldWithinOne(CounterName.VGPRS, share);
    }
  },
  /** Scalar registers as a share of the most that there are, a fraction. */
  NORM_SGPR {
    @Override
    double of(CounterSource counters) {
      double share = counters.count(CounterName.SGPRS) / counters.registers().scalarRegisters();
      return counters.heldWithinOne(CounterName.SGPRS, share);
    }
  };

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
  abstract double of(CounterSource counters);
}
