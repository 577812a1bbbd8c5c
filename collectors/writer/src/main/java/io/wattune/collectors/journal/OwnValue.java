package io.wattune.collectors.journal;

import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;

/**
 * The own setting of one control: what it had before Wattune's first write.
 *
 * @param device device id
 * @param tunable name of the tunable
 * @param unit unit of the value
 * @param value the value
 */
public record OwnValue(String device, String tunable, TunableUnit unit, long value) {

  public OwnValue {
    if (isBroken(device) || isBroken(tunable)) {
      throw new IllegalArgumentException(
          ("a device id and a tunable's name need characters, and no tab or line end "
                  + "among them; were '%s' and '%s'")
              .formatted(device, tunable));
    }
  }

  /** Whether another value is of the same control. */
  boolean isOfSameControl(OwnValue other) {
    return device.equals(other.device) && tunable.equals(other.tunable);
  }

  private static boolean isBroken(String name) {
    return name.isEmpty() || name.chars().anyMatch(c -> c < ' ');
  }

  /** The setting to write back. */
  public Setting setting() {
    return new Setting(tunable, unit, value);
  }
}
