package io.wattune.dashboard.feed;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;

/**
 * What is read.
 *
 * @param kafka how Kafka is reached
 * @param namespace whose topics
 * @param lookBack how far back topics are read that do not keep the newest of each key
 */
public record FeedOptions(KafkaAccess kafka, Namespace namespace, Duration lookBack) {

  public FeedOptions {
    if (lookBack.isNegative() || lookBack.isZero()) {
      throw new IllegalArgumentException("lookBack must be above 0, was " + lookBack);
    }
  }
}
