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
  @Nullable String runningActivity();

  /**
   * What holds the device below its settings now, in a few words such as "heat" or "power limit";
   * null where nothing does or where the device does not say. Must return at once, with what was
   * seen last.
   */
  default @Nullable String throttledBy() {
    return null;
  }

  @Override
  void close();
}
