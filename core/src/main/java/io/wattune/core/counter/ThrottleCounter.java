package io.wattune.core.counter;

import java.util.Locale;
import java.util.Set;

/**
 * Which counters say, above zero, that a device is held below its settings: those of NVIDIA's clock
 * reasons that are slowdowns, by both of nvidia-smi's names, and whatever else is named after
 * throttling. The other reasons hold on a device that is well: it idles, a clock or power limit was
 * set, it waits for the boost of others.
 */
public final class ThrottleCounter {
  private static final Set<String> REASONS =
      Set.of("clocks_event_reasons", "clocks_throttle_reasons");
  private static final Set<String> SLOWDOWNS =
      Set.of(
          "hw_slowdown", "sw_thermal_slowdown", "hw_thermal_slowdown", "hw_power_brake_slowdown");

  private ThrottleCounter() {}

  /** Whether a counter of this name says so. */
  public static boolean is(String counter) {
    String name = counter.toLowerCase(Locale.ROOT);
    int dot = name.indexOf('.');
    return (dot >= 0 && REASONS.contains(name.substring(0, dot)))
        ? SLOWDOWNS.contains(name.substring(dot + 1))
        : name.contains("throttl");
  }
}
