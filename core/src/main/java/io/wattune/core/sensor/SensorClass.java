package io.wattune.core.sensor;

/** Shape of a sensor's response to a change of power. */
public enum SensorClass {
  PASS_THROUGH("pass-through"),
  FIRST_ORDER_LAG("first-order-lag"),
  BOXCAR("boxcar");

  private final String label;

  SensorClass(String label) {
    this.label = label;
  }

  /** The name in reports and profile files. */
  public String label() {
    return label;
  }
}
