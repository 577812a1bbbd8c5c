package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import java.util.List;

/** The writer's face of a meter: there is nothing to set. */
record NoControls(String device) implements DeviceControls {
  @Override
  public List<Control> controls() {
    return List.of();
  }
}
