package io.wattune.collectors.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The writer's face of a device: what can be set on it, and what runs on it now. */
public interface DeviceControls extends AutoCloseable {

  /** Device id. */
  String device();

  /** Its controls, each by itself. */
  List<Control> controls();

  /**
   * Name of the activity that runs now, for the choice between configurations; null where none does
   * or where the device does not say. Cheap: called every few milliseconds.
   */
  default @Nullable String runningActivity() {
    return null;
  }

  /**
   * Whether the device itself says what runs, so that {@link #runningActivity} is right when it
   * says that nothing does. Where it does not, the node's agent is asked.
   */
  default boolean saysWhatRuns() {
    return false;
  }

  /**
   * What holds the device below its settings now, in a few words such as "heat"; null where nothing
   * does or where the device does not say. A power limit is not reported: it is a setting itself,
   * which decisions and read-backs show, and no driver says whose it is. May ask the driver, and
   * take as long as that takes: it is called on a thread of its own.
   */
  default @Nullable String throttledBy() {
    return null;
  }

  @Override
  default void close() {}
}
