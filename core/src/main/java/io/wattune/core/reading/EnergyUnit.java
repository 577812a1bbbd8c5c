package io.wattune.core.reading;

/** Unit of one step of an energy counter as the source gives it. */
public enum EnergyUnit {
  MILLIJOULES(1000),
  MICROJOULES(1);

  private final long microjoules;

  EnergyUnit(long microjoules) {
    this.microjoules = microjoules;
  }

  /** Microjoules per step. */
  public long microjoules() {
    return microjoules;
  }
}
