package io.wattune.collectors.setup;

import io.wattune.core.device.DeviceId;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A node as whoever sets its devices knows it.
 *
 * @param node name of the node
 * @param fileFolder the folder that the node's file is in; relative paths of devices start here
 * @param folder what the node's processes share
 * @param devices the devices; uuids are unique
 * @param hangMillis a device that does not answer for this long is said to hang
 * @param tuning what may be set
 */
public record NodeSetup(
    String node,
    Path fileFolder,
    NodeFolder folder,
    List<DeviceConfig> devices,
    int hangMillis,
    TuningRules tuning) {

  public NodeSetup {
    devices = List.copyOf(devices);
  }

  /** The same node, with those of its devices alone that are of one of these kinds. */
  public NodeSetup ofKinds(Set<String> kinds) {
    return new NodeSetup(
        node,
        fileFolder,
        folder,
        devices.stream().filter(each -> kinds.contains(each.kind())).toList(),
        hangMillis,
        tuning);
  }

  /** Device id of one of its devices. */
  public String deviceId(DeviceConfig device) {
    return DeviceId.of(node, device.uuid());
  }
}
