package io.wattune.collectors.node;

import io.wattune.core.serving.DeviceShare;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server whose work the agent reads from its page, and whose requests where they are known.
 *
 * @param name of the server: the name of what runs, by which it is tuned
 * @param url of the page
 * @param metric the counter of delivered work on it
 * @param preset what else its page shows; null for a server of another kind, of which the metric is
 *     all that is read
 * @param labels that a series of the metric must have to count
 * @param devices uuids of those that it runs on; empty for all of the node but its own meter
 * @param share of their units that it has for its life; null where the file does not say
 * @param periodMillis how often the page is read
 */
public record ServerConfig(
    String name,
    URI url,
    String metric,
    @Nullable ServerPreset preset,
    Map<String, String> labels,
    List<String> devices,
    @Nullable DeviceShare share,
    int periodMillis) {

  public ServerConfig {
    labels = Map.copyOf(labels);
    devices = List.copyOf(devices);
  }
}
