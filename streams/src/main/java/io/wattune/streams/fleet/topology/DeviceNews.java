package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.DeviceFacts;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.fleet.WindowEnergy;
import org.jspecify.annotations.Nullable;

/**
 * News of a device on its way to the task that owns its node: one of the four.
 *
 * @param device device id
 * @param facts its descriptor has come
 * @param sample its newest sample
 * @param window energy of one window
 * @param removedAtNanos it was removed; 0 for not
 */
record DeviceNews(
    String device,
    @Nullable DeviceFacts facts,
    @Nullable PowerSample sample,
    @Nullable WindowEnergy window,
    long removedAtNanos) {

  static DeviceNews described(String device, DeviceFacts facts) {
    return new DeviceNews(device, facts, null, null, 0);
  }

  static DeviceNews measured(String device, PowerSample sample) {
    return new DeviceNews(device, null, sample, null, 0);
  }

  static DeviceNews energy(String device, WindowEnergy window) {
    return new DeviceNews(device, null, null, window, 0);
  }

  static DeviceNews removed(String device, long atNanos) {
    return new DeviceNews(device, null, null, null, atNanos);
  }
}
