package io.wattune.collectors.setup;

import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bounds that an admin sets to one control. They may be wider than what the device takes: both are
 * checked.
 *
 * @param device uuid of the device, or {@link #EVERY_DEVICE}
 * @param tunable name of the tunable
 * @param lowest the lowest value that may be written
 * @param highest the highest value that may be written
 * @param unit unit of both; null where they were written without one, which only tunables take
 *     whose values people see as they are
 */
public record ControlBounds(
    String device, String tunable, long lowest, long highest, @Nullable TunableUnit unit) {
  /** Stands for every device of the node that has the tunable. */
  public static final String EVERY_DEVICE = "*";

  public ControlBounds {
    if (lowest > highest) {
      throw new IllegalArgumentException(
          "lowest must not be above highest, was " + lowest + " and " + highest);
    }
  }

  /** Why they are no bounds of a device's tunable; null where they are. */
  public @Nullable String mismatch(Tunable of) {
    try {
      boolean isInside = new Quantity(lowest, unit).in(of.unit()) <= highest;
      assert isInside : "the constructor has compared them";
      return null;
    } catch (IllegalArgumentException e) {
      return "tuning.controls: the bound of " + tunable + " " + e.getMessage();
    }
  }
}
