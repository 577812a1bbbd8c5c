package io.wattune.collectors.device;

import java.util.function.LongSupplier;

/** A way to reach devices, for example the folder of files that another program serves. */
public interface DeviceKind {

  /** The name that the node's file calls it by. */
  String name();

  /**
   * Looks for devices of this kind on this machine. Changes nothing, needs no privilege and does
   * not throw: what is not there or does not work is a finding. Kinds that only exist where a file
   * names them find nothing.
   */
  default Discovery find() {
    return Discovery.NOTHING;
  }

  /**
   * Opens the reader's face of a device.
   *
   * @param epochNanos the agent's clock, for sources that need to know the time themselves
   */
  DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos) throws DeviceException;

  /** Opens the writer's face of a device. */
  DeviceControls openControls(DeviceSettings settings) throws DeviceException;
}
