package io.wattune.collectors.nvml;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why clocks are not higher, as bits of nvml.h. Each is a counter of its own, 1 while it holds and
 * 0 while it does not: several may hold at once, and a share of time can be made of them later.
 *
 * <p>Four of them are slowdowns: the GPU protects itself, and runs below what it is set to. {@link
 * #SW_POWER_CAP} is none: it is the effect of the power limit, which is a setting itself and may be
 * Wattune's own, and holds on a busy GPU nearly always.
 */
enum ClockReason {
  GPU_IDLE(0x1, "gpu_idle"),
  APPLICATIONS_CLOCKS_SETTING(0x2, "applications_clocks_setting"),
  SW_POWER_CAP(0x4, "sw_power_cap"),
  HW_SLOWDOWN(0x8, "hw_slowdown", "the hardware"),
  SYNC_BOOST(0x10, "sync_boost"),
  SW_THERMAL_SLOWDOWN(0x20, "sw_thermal_slowdown", "heat"),
  HW_THERMAL_SLOWDOWN(0x40, "hw_thermal_slowdown", "heat"),
  HW_POWER_BRAKE_SLOWDOWN(0x80, "hw_power_brake_slowdown", "an outside power brake"),
  DISPLAY_CLOCK_SETTING(0x100, "display_clock_setting");

  private final long bit;
  private final String label;
  private final @Nullable String slowedBy;

  ClockReason(long bit, String label) {
    this(bit, label, null);
  }

  ClockReason(long bit, String label, @Nullable String slowedBy) {
    this.bit = bit;
    this.label = label;
    this.slowedBy = slowedBy;
  }

  /** Id of its counter: nvidia-smi's name. */
  String counter() {
    return "clocks_event_reasons." + label;
  }

  boolean isIn(long bits) {
    return (bits & bit) != 0;
  }

  boolean isSlowdown() {
    return slowedBy != null;
  }

  /** What slows the GPU down, for people; null where nothing does. */
  static @Nullable String slowdowns(long bits) {
    // It holds besides where one of the two holds, and says nothing more then.
    boolean isExplained = HW_THERMAL_SLOWDOWN.isIn(bits) || HW_POWER_BRAKE_SLOWDOWN.isIn(bits);
    String all =
        Arrays.stream(values())
            .filter(each -> each.isSlowdown() && each.isIn(bits))
            .filter(each -> each != HW_SLOWDOWN || !isExplained)
            .map(each -> each.slowedBy + " (" + each.label + ")")
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? null : all;
  }
}
