package io.wattune.dashboard.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TopicTapTest {
  @Test
  void beforeTheTopicsAreMadeThereIsNothingToReadAndNoFailure() {
    Set<Topic> wanted = Set.of(Topic.ENERGY);
    try (var tap =
        new TopicTap(
            KafkaAccess.of("127.0.0.1:1"), Namespace.live(), wanted, Instant.EPOCH, Map.of())) {
      assertThat(tap.poll(Duration.ofMillis(1))).isEmpty();
      assertThat(tap.hasCaughtUp()).isFalse();
    }
  }
}
