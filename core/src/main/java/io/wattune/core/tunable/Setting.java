package io.wattune.core.tunable;

/**
 * The value of one tunable.
 *
 * @param tunable name of the tunable, as the device's descriptor lists it
 * @param unit unit of the value
 * @param value the value, in the unit
 */
public record Setting(String tunable, TunableUnit unit, long value) {

  public Setting {
    if (tunable.isEmpty()) {
      throw new IllegalArgumentException("a setting needs the name of its tunable");
    }
  }
}
