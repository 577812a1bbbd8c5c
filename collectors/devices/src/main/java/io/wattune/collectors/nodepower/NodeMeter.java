package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.DeviceException;

/** Asks a management controller. Called by one thread; may take seconds. */
interface NodeMeter {

  /** Power of the node in milliwatts. */
  int milliwatts() throws DeviceException, InterruptedException;
}
