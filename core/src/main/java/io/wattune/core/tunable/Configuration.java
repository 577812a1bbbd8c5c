package io.wattune.core.tunable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One value for each of some tunables. A tunable that is not named keeps what it has by other
 * means: its own setting, or that of the default configuration.
 *
 * @param settings at most one for each tunable; kept in the order of the tunables' names, so that
 *     equal configurations are equal
 */
public record Configuration(List<Setting> settings) {
  /** Nothing is wished. */
  public static final Configuration EMPTY = new Configuration(List.of());

  public Configuration {
    var ordered = new ArrayList<>(settings);
    ordered.sort(Comparator.comparing(Setting::tunable));
    settings = List.copyOf(ordered);
    for (int i = 1; i < settings.size(); i++) {
      if (settings.get(i).tunable().equals(settings.get(i - 1).tunable())) {
        throw new IllegalArgumentException(
            "a configuration has one value for each tunable, has two for '"
                + settings.get(i).tunable()
                + "'");
      }
    }
  }

  /** A configuration of these settings. */
  public static Configuration of(Setting... settings) {
    return new Configuration(List.of(settings));
  }

  /** The setting of a tunable, if it is named. */
  public Optional<Setting> setting(String tunable) {
    for (Setting setting : settings) {
      if (setting.tunable().equals(tunable)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  /** The same with this setting, in place of the tunable's other one if there was any. */
  public Configuration with(Setting setting) {
    var merged = new ArrayList<Setting>(settings.size() + 1);
    for (Setting other : settings) {
      if (!other.tunable().equals(setting.tunable())) {
        merged.add(other);
      }
    }
    merged.add(setting);
    return new Configuration(merged);
  }

  /** This configuration with the settings of another laid over it. */
  public Configuration overlaidBy(Configuration other) {
    Configuration result = this;
    for (Setting setting : other.settings) {
      result = result.with(setting);
    }
    return result;
  }

  /** Whether nothing is wished. */
  public boolean isEmpty() {
    return settings.isEmpty();
  }
}
