package io.wattune.collectors.nvml;

/**
 * Why clocks are not higher, as bits of nvml.h. Each is a counter of its own, 1 while it holds and
 * 0 while it does not: several may hold at once, and a share of time can be made of them later.
 */
enum ClockReason {
  GPU_IDLE(0x1, "gpu_idle"),
  APPLICATIONS_CLOCKS_SETTING(0x2, "applications_clocks_setting"),
  SW_POWER_CAP(0x4, "sw_power_cap"),
  HW_SLOWDOWN(0x8, "hw_slowdown"),
  SYNC_BOOST(0x10, "sync_boost"),
  SW_THERMAL_SLOWDOWN(0x20, "sw_thermal_slowdown"),
  HW_THERMAL_SLOWDOWN(0x40, "hw_thermal_slowdown"),
  HW_POWER_BRAKE_SLOWDOWN(0x80, "hw_power_brake_slowdown"),
  DISPLAY_CLOCK_SETTING(0x100, "display_clock_setting");

  private final long bit;
  private final String label;

  ClockReason(long bit, String label) {
    this.bit = bit;
    this.label = label;
  }

  /** Id of its counter: nvidia-smi's name. */
  String counter() {
    return "clocks_event_reasons." + label;
  }

  boolean isIn(long bits) {
    return (bits & bit) != 0;
  }
}
