package io.wattune.core.status;

import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.spelling.Spelling;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings as a person writes them, for a device that has described itself. Names and units are
 * checked here; ranges and bounds are the node's to refuse.
 */
public final class WishedSettings {
  private WishedSettings() {}

  public static Configuration parse(List<String> texts, DeviceDescriptor device) {
    List<Setting> settings = new ArrayList<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "'" + text + "' is not TUNABLE=VALUE, such as core.clock=1200MHz");
      }
      Tunable tunable = tunable(text.substring(0, equals), device);
      try {
        settings.add(tunable.at(Quantity.parse(text.substring(equals + 1)).in(tunable.unit())));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("the value in '" + text + "' " + e.getMessage());
      }
    }
    try {
      return new Configuration(settings);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()));
    }
  }

  private static Tunable tunable(String name, DeviceDescriptor device) {
    List<String> known = device.tunables().stream().map(Tunable::name).toList();
    return device
        .tunable(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    device.device()
                        + " has no tunable '"
                        + name
                        + "'; "
                        + (known.isEmpty()
                            ? "it has none"
                            : "did you mean '" + Spelling.nearest(name, known) + "'?")));
  }
}
