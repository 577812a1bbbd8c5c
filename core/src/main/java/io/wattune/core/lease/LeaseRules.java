package io.wattune.core.lease;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one device's lease goes by.
 *
 * @param device device id
 * @param controls every control of the device, listed or not
 * @param longestLeaseNanos a decision with a longer lease is refused
 * @param restoreLeadNanos how long before the end of a lease the restore begins, so that the own
 *     settings are back when it ends
 */
public record LeaseRules(
    String device, List<ControlRule> controls, long longestLeaseNanos, long restoreLeadNanos) {

  public LeaseRules {
    controls = List.copyOf(controls);
    if (longestLeaseNanos <= 0) {
      throw new IllegalArgumentException(
          "longestLeaseNanos must be above 0, was " + longestLeaseNanos);
    }
    if (restoreLeadNanos < 0) {
      throw new IllegalArgumentException(
          "restoreLeadNanos must not be negative, was " + restoreLeadNanos);
    }
  }

  /** The rule of a control, if the device has it. */
  Optional<ControlRule> control(String tunable) {
    return controls.stream().filter(rule -> rule.tunable().name().equals(tunable)).findFirst();
  }

  /** The same with another own value of a listed control. */
  LeaseRules withOwnValue(String tunable, long value) {
    List<ControlRule> changed =
        controls.stream()
            .map(
                rule ->
                    rule.isListed() && rule.tunable().name().equals(tunable)
                        ? ControlRule.listed(rule.tunable(), rule.lowest(), rule.highest(), value)
                        : rule)
            .toList();
    return new LeaseRules(device, changed, longestLeaseNanos, restoreLeadNanos);
  }

  /** The own settings of all controls that may be written. */
  public List<Setting> ownSettings() {
    return settings(null);
  }

  /**
   * A value for each control that may be written: the wished one, or its own where none is wished.
   */
  List<Setting> settings(@Nullable Configuration wished) {
    var settings = new ArrayList<Setting>(controls.size());
    for (ControlRule rule : controls) {
      if (rule.isListed()) {
        settings.add(
            wished == null
                ? rule.ownSetting()
                : wished.setting(rule.tunable().name()).orElse(rule.ownSetting()));
      }
    }
    return settings;
  }
}
