package io.wattune.core.thermal.management;

/** Chooses the clock of each epoch. */
public interface ThermalController {
  /** The clock level of the next epoch, after one that was seen. */
  int next(Observation seen);

  /**
   * By how many kelvin the hottest block may be above the limit at the end of the epoch that comes,
   * whatever runs then; infinite where nothing is promised.
   */
  double statedError();
}
