package io.wattune.core.policy;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.stream.Collectors;

/** A configuration in words: {@code core.clock 800, cu.count 24}. */
final class ConfigurationText {
  private ConfigurationText() {}

  static String of(Configuration configuration) {
    return configuration.isEmpty()
        ? "own settings"
        : configuration.settings().stream()
            .map(ConfigurationText::text)
            .collect(Collectors.joining(", "));
  }

  private static String text(Setting setting) {
    return setting.tunable() + " " + setting.value();
  }
}
