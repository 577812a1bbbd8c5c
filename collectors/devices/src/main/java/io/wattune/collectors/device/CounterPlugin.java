package io.wattune.collectors.device;

import java.util.List;

/**
 * A way to get counters of devices, by a name that the node's file uses. Others than Wattune's own
 * are found by {@link java.util.ServiceLoader}.
 */
public interface CounterPlugin {

  /** The name that the node's file calls it by. */
  String name();

  /** Which counters come, and which of Harmonia's inputs cannot be had and why. */
  List<CounterDescriptor> offers();

  /** Begins to count on a device. */
  DeviceCounters openCounters(DeviceSettings settings) throws DeviceException;
}
