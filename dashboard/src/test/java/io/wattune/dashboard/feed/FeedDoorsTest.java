package io.wattune.dashboard.feed;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.wattune.dashboard.state.LiveState;
import io.wattune.dashboard.state.StateLimits;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever comes through the feed's doors, time passes: two descriptors, of a node's meter and of a
 * device of no node, ended the feed at each start.
 */
class FeedDoorsTest {
  private static final long NOW = 1_800_000_000_000_000_000L;
  private final LiveState state = new LiveState(StateLimits.DEFAULT, NOW - 600_000_000_000L);
  private final Intake intake = new Intake(state, BundledSchemas.get());

  @Test
  void noRecordEndsTheFeed() {
    feed(HostileRecords.SHORT);
  }

  @Test
  @Tag("soak")
  void noRecordEndsTheFeedForMinutes() {
    feed(HostileRecords.LONG);
  }

  private void feed(Duration time) {
    List<Topic> topics = new ArrayList<>(intake.topics());
    long[] now = {NOW};
    HostileRecords.feed(
        time,
        records -> {
          Topic topic = records.topic(topics);
          HostileRecords.Sent sent = records.any(topic);
          try {
            intake.take(topic, sent.key(), sent.value(), NOW / 1_000_000);
          } catch (UndecodableException | IllegalArgumentException | ArithmeticException e) {
            // Counted by the feed.
          }
          now[0] += 1_000_000_000L;
          state.tick(now[0]);
          if (now[0] % 50_000_000_000L == 0) {
            state.now(now[0]);
          }
        });
  }

  @Test
  void theLargestAreTakenAndLargerOnesRefused() throws Exception {
    for (Topic topic : intake.topics()) {
      HostileRecords.Sent largest = HostileRecords.largest(topic);
      intake.take(topic, largest.key(), largest.value(), NOW / 1_000_000);
    }
    state.tick(NOW);
    state.now(NOW);
    HostileRecords.Sent larger = HostileRecords.tooLarge(Topic.DEVICES);
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> intake.take(Topic.DEVICES, larger.key(), larger.value(), 0));
  }
}
