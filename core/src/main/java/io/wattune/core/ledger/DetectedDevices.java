package io.wattune.core.ledger;

import java.io.Serializable;
import java.util.List;

/**
 * The devices of which loads are detected in their power.
 *
 * @param all whether that is every one
 * @param ids device ids, where it is not
 */
public record DetectedDevices(boolean all, List<String> ids) implements Serializable {
  public static final DetectedDevices NONE = new DetectedDevices(false, List.of());
  public static final DetectedDevices ALL = new DetectedDevices(true, List.of());

  public DetectedDevices {
    ids = List.copyOf(ids);
  }

  public boolean includes(String device) {
    return all || ids.contains(device);
  }
}
