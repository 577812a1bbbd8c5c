package io.wattune.core.reading;

/** Unit of one step of a packed power value. */
public enum PowerUnit {
  MILLIWATTS(1e-3),
  MICROWATTS(1e-6);

  private final double watts;

  PowerUnit(double watts) {
    this.watts = watts;
  }

  /** Watts per step. */
  public double watts() {
    return watts;
  }
}
