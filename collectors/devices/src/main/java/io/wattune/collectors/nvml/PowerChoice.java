package io.wattune.collectors.nvml;

import java.util.Locale;

/** Which power a device is read by, see the setting {@code signal}. */
enum PowerChoice {
  /**
   * The best that the device gives: instant, else average, else usage; the kept readings where they
   * are more readings of the same sensor, see {@link DriverBufferCheck}.
   */
  AUTO,
  /** What the sensor shows now. */
  INSTANT,
  /** Averaged over a second, on chips that do so. */
  AVERAGE,
  /** The old call, whose meaning depends on chip and driver. */
  USAGE,
  /** The readings that the driver keeps, with its times. */
  SAMPLES,
  /** Mean power between two updates of the energy counter, see {@link CountedPower}. */
  ENERGY;

  /** As it is written. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
