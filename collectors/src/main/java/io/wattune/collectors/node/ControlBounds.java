package io.wattune.collectors.node;

/**
 * Bounds that an admin sets to one control, in the tunable's own unit. They may be wider than what
 * the device takes: both are checked.
 *
 * @param device uuid of the device, or {@link #EVERY_DEVICE}
 * @param tunable name of the tunable
 * @param lowest the lowest value that may be written
 * @param highest the highest value that may be written
 */
public record ControlBounds(String device, String tunable, long lowest, long highest) {
  /** Stands for every device of the node that has the tunable. */
  public static final String EVERY_DEVICE = "*";

  public ControlBounds {
    if (lowest > highest) {
      throw new IllegalArgumentException(
          "lowest must not be above highest, was " + lowest + " and " + highest);
    }
  }

  /** Whether a value lies inside. */
  public boolean allow(long value) {
    return value >= lowest && value <= highest;
  }
}
