package io.wattune.collectors.device;

import io.wattune.core.device.Signal;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import org.jspecify.annotations.Nullable;

/** One power signal of a device. Called by one thread; may block as long as the driver does. */
public interface PowerSource {

  /** Name, unit (milliwatts or microwatts) and how often to ask. */
  Signal signal();

  /**
   * Asks the sensor. A source that keeps readings is never asked so: it hands them out.
   *
   * @return the reading in the signal's unit, or {@link PollBlock#MISSING} where the source has
   *     none now
   * @throws DeviceException where the device answers with an error
   */
  default int read() throws DeviceException {
    throw new IllegalStateException(
        signal().name() + " neither answers nor keeps readings: this is a defect of its kind");
  }

  /**
   * Name and unit (millijoules or microjoules) of the device's own energy counter, which is asked
   * with the power; null where it has none.
   */
  default @Nullable Signal energySignal() {
    return null;
  }

  /**
   * Asks the energy counter.
   *
   * @return what it has counted, in the energy signal's unit, or {@link EnergyColumn#MISSING} where
   *     the source has nothing now
   * @throws DeviceException where the device answers with an error
   */
  default long readEnergy() throws DeviceException {
    return EnergyColumn.MISSING;
  }

  /**
   * Whether polls may come when the sensor updates, once that is known, in place of every period of
   * the signal: where a sensor updates by a clock of its own, and each poll costs.
   */
  default boolean mayFollowUpdates() {
    return false;
  }

  /** Takes readings that a driver has kept. */
  interface KeptSink {
    /**
     * One reading.
     *
     * @param epochNanos when it was true, by the driver; later than the one before
     * @param value in the signal's unit
     */
    void reading(long epochNanos, int value);

    /**
     * One reading, and what the energy counter said with it: for a source whose answers hold both.
     *
     * @param value in the signal's unit, or {@link io.wattune.core.reading.PollBlock#MISSING}
     * @param energy in the energy signal's unit, or {@link EnergyColumn#MISSING}
     */
    default void reading(long epochNanos, int value, long energy) {
      reading(epochNanos, value);
    }
  }

  /**
   * Whether the driver keeps readings by itself, with their times: then {@link #readKept} is called
   * in place of {@link #read}, less often than readings come.
   */
  default boolean keepsReadings() {
    return false;
  }

  /**
   * Hands out the readings that the driver has kept since the last call, oldest first.
   *
   * @return how many; 0 where there are none yet
   * @throws DeviceException where the device answers with an error
   */
  default int readKept(KeptSink sink) throws DeviceException {
    return 0;
  }
}
