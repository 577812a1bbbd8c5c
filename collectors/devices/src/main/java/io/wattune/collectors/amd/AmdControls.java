package io.wattune.collectors.amd;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.sysfs.PowerLimitFile;
import io.wattune.collectors.sysfs.SysTree;
import io.wattune.core.tunable.TunableName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The writer's face of a GPU. A control that the driver does not offer is absent, and it does not
 * know activities by name.
 */
record AmdControls(String device, List<Control> controls, AmdCard card) implements DeviceControls {
  static final String CORE_LEVELS = "pp_dpm_sclk";
  static final String MEMORY_LEVELS = "pp_dpm_mclk";
  static final String CAP = "power1_cap";

  AmdControls {
    controls = List.copyOf(controls);
  }

  /** The controls of a GPU as it is now. */
  static AmdControls open(String device, AmdCard card) throws DeviceException {
    List<Control> controls = new ArrayList<>();
    SysTree tree = card.tree();
    if (tree.isThere(card.file(PerformanceLevel.FILE))) {
      var performance = new PerformanceLevel(tree);
      String obstacle = obstacle(card, tree.text(card.file(PerformanceLevel.FILE)));
      addClock(controls, card, CORE_LEVELS, TunableName.CORE_CLOCK, performance, obstacle);
      addClock(controls, card, MEMORY_LEVELS, TunableName.MEMORY_CLOCK, performance, obstacle);
    }
    Optional<Control> limit = limit(card);
    limit.ifPresent(controls::add);
    return new AmdControls(device, controls, card);
  }

  /**
   * Why the clocks of a GPU with this performance level are left alone; null where they are not.
   */
  static @Nullable String obstacle(AmdCard card, String level) {
    if (level.equals(PerformanceLevel.AUTO)) {
      return null;
    }
    return ("the performance level is '%s', and the driver does not show which clock levels "
            + "that allows, so that they could not be put back; write auto to %s")
        .formatted(level, card.file(PerformanceLevel.FILE));
  }

  private static void addClock(
      List<Control> controls,
      AmdCard card,
      String file,
      String name,
      PerformanceLevel performance,
      @Nullable String obstacle)
      throws DeviceException {
    // A file that cannot be read now is an error: a control that was absent for a moment would not
    // be
    // restored. One that is empty or not understood is none.
    Path path = card.file(file);
    if (card.tree().isThere(path) && DpmLevels.areIn(card.tree().text(path))) {
      controls.add(new ClockControl(card, file, name, performance, obstacle));
    }
  }

  private static Optional<Control> limit(AmdCard card) throws DeviceException {
    OptionalLong lowest = number(card, CAP + "_min");
    OptionalLong highest = number(card, CAP + "_max");
    if (highest.orElse(0) <= 0 || number(card, CAP).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        PowerLimitFile.of(
            card.tree(),
            () -> card.now().requiredSensor(CAP),
            TunableName.POWER_LIMIT,
            lowest.orElse(0),
            highest.getAsLong(),
            null));
  }

  private static OptionalLong number(AmdCard card, String sensor) throws DeviceException {
    Optional<Path> file = card.sensor(sensor);
    return file.isPresent() ? card.tree().number(file.get()) : OptionalLong.empty();
  }

  @Override
  public @Nullable String throttledBy() {
    try {
      AmdCard now = card.now();
      return ThrottleField.slowdowns(now.tree().bytes(now.file(AmdSource.METRICS)));
    } catch (DeviceException e) {
      return null; // Without the file nothing is said; a lost GPU shows at its controls.
    }
  }
}
