package io.wattune.dashboard.feed;

import io.wattune.schemas.topics.Namespace;
import java.time.Duration;

/**
 * What is read.
 *
 * @param bootstrapServers the broker
 * @param namespace whose topics
 * @param lookBack how far back topics are read that do not keep the newest of each key
 */
public record FeedOptions(String bootstrapServers, Namespace namespace, Duration lookBack) {

  public FeedOptions {
    if (lookBack.isNegative() || lookBack.isZero()) {
      throw new IllegalArgumentException("lookBack must be above 0, was " + lookBack);
    }
  }
}
