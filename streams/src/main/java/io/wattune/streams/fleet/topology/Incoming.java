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
record Incoming(
    String device,
    @Nullable DeviceFacts facts,
    @Nullable PowerSample sample,
    @Nullable WindowEnergy window,
    long removedAtNanos) {

  static Incoming described(String device, DeviceFacts facts) {
    return new Incoming(device, facts, null, null, 0);
  }

  static Incoming measured(String device, PowerSample sample) {
    return new Incoming(device, null, sample, null, 0);
  }

  static Incoming energy(String device, WindowEnergy window) {
    return new Incoming(device, null, null, window, 0);
  }

  static Incoming removed(String device, long atNanos) {
    return new Incoming(device, null, null, null, atNanos);
  }
}
