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

  @Override
  void close();
}
