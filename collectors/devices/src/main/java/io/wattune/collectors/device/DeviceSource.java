package io.wattune.collectors.device;

import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.device.Signal;
import io.wattune.core.tunable.Tunable;
import java.util.List;

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
  default EventSource events() {
    return EventSource.NONE;
  }

  /** Counter readings that were dropped, since nobody had taken them. For any thread. */
  default long droppedCounters() {
    return 0;
  }

  /** A descriptor of this device, as a part of nothing else, with the signals of its power. */
  default DeviceDescriptor described(
      String vendor, String model, String driver, long nowNanos, List<Tunable> tunables) {
    Signal energy = power().energySignal();
    return new DeviceDescriptor(
        device(),
        DeviceId.nodeOf(device()),
        null,
        vendor,
        model,
        driver,
        null,
        nowNanos,
        energy == null ? List.of(power().signal()) : List.of(power().signal(), energy),
        tunables);
  }

  @Override
  default void close() {}
}
