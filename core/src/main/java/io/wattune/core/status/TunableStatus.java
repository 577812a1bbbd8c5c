package io.wattune.core.status;

import io.wattune.core.tunable.TunableUnit;
import java.util.OptionalLong;

/**
 * How one tunable stands.
 *
 * @param tunable its name
 * @param unit unit of the values
 * @param own its own setting; empty where the device does not say
 * @param isWritable whether a decision may set it
 * @param now what was read back last; its own setting where nothing was written
 */
public record TunableStatus(
    String tunable, TunableUnit unit, OptionalLong own, boolean isWritable, OptionalLong now) {

  /** Whether it has another value than its own. */
  public boolean isTuned() {
    return now.isPresent() && !now.equals(own);
  }
}
