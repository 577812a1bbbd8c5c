package io.wattune.core.device;

/** What a device id, {@code <node>/<vendor uuid>}, says by itself. */
public final class DeviceId {
  /** The second half of the id of a node's own meter. */
  public static final String METER = "node";

  private DeviceId() {}

  /**
   * Whether it is a node's own meter, which measures the node's other devices once more: who sums
   * over a node must not count both.
   */
  public static boolean isMeter(String device) {
    return device.equals(nodeOf(device) + "/" + METER);
  }

  /** The node of a device: its id up to the first slash; all of it where there is none. */
  public static String nodeOf(String device) {
    int slash = device.indexOf('/');
    return slash < 0 ? device : device.substring(0, slash);
  }

  /** Id of a device of a node. */
  public static String of(String node, String uuid) {
    if (node.isEmpty() || node.indexOf('/') >= 0 || uuid.isEmpty()) {
      throw new IllegalArgumentException(
          "a device id needs a node without a slash and a uuid, had '%s' and '%s'"
              .formatted(node, uuid));
    }
    return node + "/" + uuid;
  }
}
