package io.wattune.collectors.setup;

import java.util.Map;

/**
 * One device of a node.
 *
 * @param uuid the vendor's uuid: the second half of the device id
 * @param kind how it is reached, for example {@code simulated} or {@code files}
 * @param settings what this kind needs to know, by name
 */
public record DeviceConfig(String uuid, String kind, Map<String, String> settings) {

  public DeviceConfig {
    settings = Map.copyOf(settings);
  }
}
