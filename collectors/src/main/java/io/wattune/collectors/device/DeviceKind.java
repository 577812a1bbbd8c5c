package io.wattune.collectors.device;

import java.util.function.LongSupplier;

/** A way to reach devices, for example the folder of files that another program serves. */
public interface DeviceKind {

  /** The name that the node's file calls it by. */
  String name();

  /**
   * Opens the reader's face of a device.
   *
   * @param epochNanos the agent's clock, for sources that need to know the time themselves
   */
  DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos) throws DeviceException;

  /** Opens the writer's face of a device. */
  DeviceControls openControls(DeviceSettings settings) throws DeviceException;
}
