package io.wattune.collectors.device;

import io.wattune.core.device.Signal;

/** One power signal of a device. Called by one thread; may block as long as the driver does. */
public interface PowerSource {

  /** Name, unit (milliwatts or microwatts) and how often to ask. */
  Signal signal();

  /**
   * Asks the sensor.
   *
   * @return the reading in the signal's unit, or {@link io.wattune.core.reading.PollBlock#MISSING}
   *     where the source has none now
   * @throws DeviceException where the device answers with an error
   */
  int read() throws DeviceException;
}
