package io.wattune.collectors.device;

import io.wattune.core.device.DeviceDescriptor;

/** The reader's face of a device. Used by the device's own reader thread alone, but for close. */
public interface DeviceSource extends AutoCloseable {

  /** Device id. */
  String device();

  /**
   * What the device is, with the settings that it has now as its own settings, none of them
   * writable: whether they may be written is the writer's to say.
   *
   * @param nowNanos epoch nanoseconds, for the descriptor
   */
  DeviceDescriptor describe(long nowNanos) throws DeviceException;

  /** Its power signal. */
  PowerSource power();

  /** What else happens on it. */
  EventSource events();

  /** Counter readings that were dropped, since nobody had taken them. For any thread. */
  default long droppedCounters() {
    return 0;
  }

  @Override
  void close();
}
