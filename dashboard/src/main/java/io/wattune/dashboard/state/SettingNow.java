package io.wattune.dashboard.state;

import io.wattune.core.tunable.TunableUnit;
import org.jspecify.annotations.Nullable;

/**
 * A tunable as it is set.
 *
 * @param tunable its name
 * @param unit unit of the values
 * @param value the value that was read back last, or its own where none was; null where neither is
 *     known
 * @param own its own setting; null where the device does not say
 */
public record SettingNow(
    String tunable, TunableUnit unit, @Nullable Long value, @Nullable Long own) {

  /** Whether it differs from its own setting. */
  public boolean isTuned() {
    return own != null && value != null && !own.equals(value);
  }
}
