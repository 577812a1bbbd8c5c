package io.wattune.launcher.control;

import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.spelling.Spelling;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.launcher.command.CommandFailedException;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings as a person writes them, for a device that has described itself. Names and units are
 * checked here; ranges and bounds are the node's to refuse.
 */
final class WishedSettings {
  private WishedSettings() {}

  static Configuration parse(List<String> texts, DeviceDescriptor device)
      throws CommandFailedException {
    List<Setting> settings = new ArrayList<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw CommandFailedException.usage(
            "'" + text + "' is not TUNABLE=VALUE, such as core.clock=1200MHz");
      }
      Tunable tunable = tunable(text.substring(0, equals), device);
      try {
        settings.add(tunable.at(Quantity.parse(text.substring(equals + 1)).in(tunable.unit())));
      } catch (IllegalArgumentException e) {
        throw CommandFailedException.usage("the value in '" + text + "' " + e.getMessage());
      }
    }
    try {
      return new Configuration(settings);
    } catch (IllegalArgumentException e) {
      throw CommandFailedException.usage(String.valueOf(e.getMessage()));
    }
  }

  private static Tunable tunable(String name, DeviceDescriptor device)
      throws CommandFailedException {
    for (Tunable each : device.tunables()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    List<String> known = device.tunables().stream().map(Tunable::name).toList();
    throw CommandFailedException.usage(
        device.device()
            + " has no tunable '"
            + name
            + "'; "
            + (known.isEmpty()
                ? "it has none"
                : "did you mean '" + Spelling.nearest(name, known) + "'?"));
  }
}
