package io.wattune.collectors.powercap;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.sysfs.PowerLimitFile;
import io.wattune.core.tunable.TunableName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writer's face of a zone: its power limits, where it has some; left alone where they are not
 * in force. The time windows over which they hold are left as they are.
 */
record PowercapControls(String device, List<Control> controls) implements DeviceControls {
  /** The limit of a shorter time, where there is one. */
  static final String SHORT_LIMIT = "power.limit.short";

  private static final Map<String, String> NAMES =
      Map.of("long_term", TunableName.POWER_LIMIT, "short_term", SHORT_LIMIT);

  private static final int MOST_CONSTRAINTS = 8;

  PowercapControls {
    controls = List.copyOf(controls);
  }

  static PowercapControls open(String device, Zone zone) throws DeviceException {
    List<Control> controls = new ArrayList<>();
    String obstacle =
        areInForce(zone)
            ? null
            : "the limits of %s are not in force; write 1 to %s"
                .formatted(zone.id(), zone.folder().resolve("enabled"));
    for (int i = 0; i < MOST_CONSTRAINTS; i++) {
      add(controls, zone, "constraint_" + i, obstacle);
    }
    return new PowercapControls(device, controls);
  }

  /** Whether the zone's limits have an effect. */
  static boolean areInForce(Zone zone) {
    return zone.tree().numberIfAny(zone.folder().resolve("enabled")).orElse(0) == 1;
  }

  private static void add(
      List<Control> controls, Zone zone, String constraint, @Nullable String obstacle)
      throws DeviceException {
    Path limit = zone.folder().resolve(constraint + "_power_limit_uw");
    String name =
        zone.tree()
            .textIfAny(zone.folder().resolve(constraint + "_name"))
            .map(NAMES::get)
            .orElse(null);
    long highest = number(zone, constraint + "_max_power_uw");
    // A limit that cannot be read now is an error: one that was absent for a moment would not be
    // restored.
    if (name != null
        && highest > 0
        && zone.tree().isThere(limit)
        && zone.tree().number(limit).isPresent()) {
      controls.add(
          PowerLimitFile.of(
              zone.tree(),
              () -> limit,
              name,
              number(zone, constraint + "_min_power_uw"),
              highest,
              obstacle));
    }
  }

  private static long number(Zone zone, String file) {
    return zone.tree().numberIfAny(zone.folder().resolve(file)).orElse(0);
  }
}
