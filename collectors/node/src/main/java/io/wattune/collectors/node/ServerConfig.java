package io.wattune.collectors.node;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * A server whose work the agent reads from its page.
 *
 * @param name of the server: the name of what runs, by which it is tuned
 * @param url of the page
 * @param metric the counter of delivered work on it
 * @param labels that a series of the metric must have to count
 * @param devices uuids of those that it runs on; empty for all of the node but its own meter
 * @param periodMillis how often the page is read
 */
public record ServerConfig(
    String name,
    URI url,
    String metric,
    Map<String, String> labels,
    List<String> devices,
    int periodMillis) {

  public ServerConfig {
    labels = Map.copyOf(labels);
    devices = List.copyOf(devices);
  }
}
