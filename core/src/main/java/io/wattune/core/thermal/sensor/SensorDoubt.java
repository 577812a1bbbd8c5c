package io.wattune.core.thermal.sensor;

/** Why a temperature may not be relied on. */
public enum SensorDoubt {
  /** It may. */
  NONE("is known"),
  /** None has come yet, though one could have. */
  NEVER("has not come yet"),
  /** None has come for too long. */
  STALE("has not come for too long"),
  /** The same value again and again, while power moves. */
  FROZEN("stands still while the power moves"),
  /** No chip has such a temperature, or none gets there so fast. */
  ABSURD("cannot be"),
  /** Power has not come for too long, so that nothing can be predicted. */
  NO_POWER("cannot be predicted without power");

  private final String words;

  SensorDoubt(String words) {
    this.words = words;
  }

  /** What is to be said of the temperature. */
  public String words() {
    return words;
  }
}
