package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import java.util.HashMap;
import java.util.Map;

/**
 * A kernel on a card of 32 compute units at 1000 MHz with memory at 1375 MHz: its time is that of
 * computing, of moving data and a fixed part, of which the longest counts most.
 *
 * @param compute time of computing at own settings, in any unit
 * @param memory time of moving data at own settings
 * @param fixed time that no tunable changes
 * @param interference by how much the last unit in use makes the data more that are moved
 */
record Roofline(double compute, double memory, double fixed, double interference) {
  private static final double SHARPNESS = 6;

  /** Work per unit of time. */
  double rate(Configuration settings) {
    return 1 / time(settings);
  }

  private double time(Configuration settings) {
    return Math.pow(
        Math.pow(computing(settings), SHARPNESS)
            + Math.pow(moving(settings), SHARPNESS)
            + Math.pow(fixed, SHARPNESS),
        1 / SHARPNESS);
  }

  private double computing(Configuration settings) {
    return compute
        / (share(settings, TunableName.CU_COUNT, 32)
            * share(settings, TunableName.CORE_CLOCK, 1000));
  }

  private double moving(Configuration settings) {
    double units = share(settings, TunableName.CU_COUNT, 32);
    double more = 1 + interference * units * units;
    return memory * more / (1 + interference) / share(settings, TunableName.MEMORY_CLOCK, 1375);
  }

  private static double share(Configuration settings, String tunable, double own) {
    return settings.setting(tunable).map(Setting::value).map(value -> value / own).orElse(1.0);
  }

  /** Share of the core's own cycles in which the units compute, of all of them. */
  double valuBusy(Configuration settings) {
    return compute / share(settings, TunableName.CORE_CLOCK, 1000) / time(settings);
  }

  /** The bins as counters show them: those of the settings of now. */
  Map<String, SensitivityBin> bins(Configuration settings) {
    SensitivityBin computing = bin(Math.pow(computing(settings) / time(settings), SHARPNESS));
    SensitivityBin moving = bin(Math.pow(moving(settings) / time(settings), SHARPNESS));
    return bins(computing, moving);
  }

  static Map<String, SensitivityBin> bins(SensitivityBin compute, SensitivityBin memory) {
    Map<String, SensitivityBin> bins = new HashMap<>();
    bins.put(TunableName.CU_COUNT, compute);
    bins.put(TunableName.CORE_CLOCK, compute);
    bins.put(TunableName.MEMORY_CLOCK, memory);
    return bins;
  }

  private static SensitivityBin bin(double value) {
    return value < 0.3
        ? SensitivityBin.LOW
        : value > 0.7 ? SensitivityBin.HIGH : SensitivityBin.MEDIUM;
  }
}
