package io.wattune.sinks.influx;

import io.wattune.schemas.topics.Namespace;
import io.wattune.store.address.StoreAddress;

/**
 * What a sink needs to know.
 *
 * @param bootstrapServers Kafka's addresses
 * @param namespace whose topics are written
 * @param store where to
 * @param limits how large batches are
 */
public record SinkSettings(
    String bootstrapServers, Namespace namespace, StoreAddress store, BatchLimits limits) {

  public SinkSettings {
    if (bootstrapServers.isEmpty()) {
      throw new IllegalArgumentException("bootstrapServers must name a broker");
    }
  }
}
