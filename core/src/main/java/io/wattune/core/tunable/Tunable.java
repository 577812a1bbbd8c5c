package io.wattune.core.tunable;

import java.util.OptionalLong;

/**
 * A knob of a device.
 *
 * @param name unique within the device, see {@link TunableName}
 * @param unit unit of all its values
 * @param grid the values that the device takes; an admin's bounds may be narrower
 * @param ownValue its own setting: the value before Wattune's first write; empty where the device
 *     does not say
 * @param isWritable whether the agent has been allowed to write it
 */
public record Tunable(
    String name, TunableUnit unit, ValueGrid grid, OptionalLong ownValue, boolean isWritable) {

  public Tunable {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a tunable needs a name");
    }
  }

  /** The same with this own setting. */
  public Tunable withOwnValue(OptionalLong value) {
    return new Tunable(name, unit, grid, value, isWritable);
  }

  /** The same, which the agent may write or not. */
  public Tunable writable(boolean mayBeWritten) {
    return new Tunable(name, unit, grid, ownValue, mayBeWritten);
  }

  /** This tunable set to a value. */
  public Setting at(long value) {
    return new Setting(name, unit, value);
  }
}
