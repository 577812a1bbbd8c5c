package io.wattune.launcher.node;

import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.List;

/** Gives the devices that were found to nodes whose files list none. */
final class FoundDevices {

  private FoundDevices() {}

  /**
   * The nodes, each with devices.
   *
   * @throws EngineException where nothing was found, or two nodes would have the same devices
   */
  static List<NodeConfig> completed(List<NodeConfig> nodes, DeviceKinds kinds)
      throws EngineException {
    List<NodeConfig> open = nodes.stream().filter(node -> node.devices().isEmpty()).toList();
    if (open.isEmpty()) {
      return nodes;
    }
    if (open.size() > 1) {
      throw EngineException.wrongInput(
          ("nodes %s and %s list no devices, and one machine's devices are of one node: "
                  + "list those of one")
              .formatted(open.get(0).node(), open.get(1).node()));
    }
    List<DeviceConfig> devices = configs(kinds.find());
    if (devices.isEmpty()) {
      throw EngineException.failed(
          "node "
              + open.get(0).node()
              + ": its file lists no devices and none were found; wattune doctor says what is missing");
    }
    List<NodeConfig> all = new ArrayList<>();
    for (NodeConfig node : nodes) {
      all.add(node.devices().isEmpty() ? node.withDevices(devices) : node);
    }
    return all;
  }

  /** What a node's file would list. */
  private static List<DeviceConfig> configs(Discovery found) {
    return found.devices().stream().map(FoundDevices::config).toList();
  }

  private static DeviceConfig config(FoundDevice device) {
    return new DeviceConfig(device.uuid(), device.kind(), device.settings());
  }
}
