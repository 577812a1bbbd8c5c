package io.wattune.collectors.local;

import io.wattune.core.device.DeviceId;
import io.wattune.core.spelling.Spelling;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The devices that a program names, by uuid or by device id. */
final class DeviceNames {
  private final String node;
  private final List<String> devices;
  private final List<String> unnamed;

  DeviceNames(String node, List<String> devices) {
    this.node = node;
    this.devices = devices;
    List<String> others = devices.stream().filter(device -> !DeviceId.isMeter(device)).toList();
    this.unnamed = others.isEmpty() ? devices : others;
  }

  /**
   * Device ids of what was named. Where nothing was, all of the node but its own meter, which
   * measures the others once more: the sum over both would be twice what was taken.
   */
  List<String> resolve(String id, List<String> named) throws RequestException {
    if (devices.isEmpty()) {
      throw new RequestException(RequestType.START.label(), id, "the agent has no device");
    }
    if (named.isEmpty()) {
      return unnamed;
    }
    Set<String> ids = new LinkedHashSet<>();
    for (String name : named) {
      String device = devices.contains(name) ? name : DeviceId.of(node, name);
      if (!devices.contains(device)) {
        throw new RequestException(
            RequestType.START.label(),
            id,
            "the agent has no device '%s'; did you mean '%s'? {\"do\":\"devices\"} lists them"
                .formatted(
                    LineFields.cut(name), Spelling.nearest(LineFields.cut(device), devices)));
      }
      ids.add(device);
    }
    return List.copyOf(ids);
  }
}
