package io.wattune.testbed.offline;

import io.wattune.core.tunable.TunableName;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.gpu.OperatingPoint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What one application took under one tuner.
 *
 * @param seconds its time
 * @param coreJoules energy of the GPU's chip
 * @param memoryJoules energy of the memory
 * @param boardJoules energy of the rest of the card
 * @param switches how often settings were changed
 * @param residencies seconds that each tunable spent at each value
 * @param lastChanges invocation of each kernel from which on its settings stayed, counted from 0;
 *     only kernels of one phase, since others change their settings with it
 */
public record RunTotals(
    double seconds,
    double coreJoules,
    double memoryJoules,
    double boardJoules,
    long switches,
    Map<String, Map<Long, Double>> residencies,
    Map<String, Long> lastChanges) {

  /** Energy of the card. */
  public double joules() {
    return coreJoules + memoryJoules + boardJoules;
  }

  /** Mean power of the card. */
  public double watts() {
    return joules() / seconds;
  }

  /** Energy times delay squared. */
  public double energyDelaySquared() {
    return joules() * seconds * seconds;
  }

  /** Mean of the last changes; empty where all kernels have phases. */
  public OptionalDouble iterationsToConverge() {
    return lastChanges.values().stream().mapToLong(Long::longValue).average();
  }

  /** Share of time that a tunable spent at each value. */
  public Map<Long, Double> shares(String tunable) {
    Map<Long, Double> shares = new TreeMap<>();
    residencies
        .getOrDefault(tunable, Map.of())
        .forEach((value, time) -> shares.put(value, time / seconds));
    return shares;
  }

  /** Adds up what happens in a run. */
  static final class Sum {
    private double seconds;
    private double coreJoules;
    private double memoryJoules;
    private double boardJoules;
    private long switches;
    private final Map<String, Map<Long, Double>> residencies = new LinkedHashMap<>();
    private final Map<String, Long> lastChanges = new LinkedHashMap<>();
    private final Map<String, KnobValues> lastSettings = new LinkedHashMap<>();

    /** Some time at an operating point. */
    void add(KnobValues knobs, OperatingPoint point, double time) {
      seconds += time;
      coreJoules += point.coreWatts() * time;
      memoryJoules += point.memoryWatts() * time;
      boardJoules += point.boardWatts() * time;
      reside(TunableName.CU_COUNT, knobs.cuCount(), time);
      reside(TunableName.CORE_CLOCK, knobs.coreMegaHertz(), time);
      reside(TunableName.MEMORY_CLOCK, knobs.memoryMegaHertz(), time);
    }

    private void reside(String tunable, long value, double time) {
      residencies
          .computeIfAbsent(tunable, absent -> new TreeMap<>())
          .merge(value, time, Double::sum);
    }

    void switched() {
      switches++;
    }

    /** An invocation has ended, with these settings wished at its end. */
    void invoked(Kernel kernel, long index, KnobValues knobs) {
      if (kernel.phases().size() > 1) {
        return;
      }
      KnobValues before = lastSettings.put(kernel.name(), knobs);
      if (before == null || !before.equals(knobs)) {
        lastChanges.put(kernel.name(), index);
      }
    }

    double joules() {
      return coreJoules + memoryJoules + boardJoules;
    }

    RunTotals totals() {
      return new RunTotals(
          seconds, coreJoules, memoryJoules, boardJoules, switches, residencies, lastChanges);
    }
  }
}
