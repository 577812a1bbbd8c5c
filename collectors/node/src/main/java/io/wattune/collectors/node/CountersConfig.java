package io.wattune.collectors.node;

import java.util.Map;

/**
 * Where the counters of a node's devices come from in place of the devices.
 *
 * @param source name of the source
 * @param settings what it needs to know, by name
 */
public record CountersConfig(String source, Map<String, String> settings) {

  public CountersConfig {
    settings = Map.copyOf(settings);
  }
}
