package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.metric.MetricTable;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever comes through the controller's doors, no task of it ends. */
class ControllerDoorsTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_000L);
  private static final List<Topic> TOPICS =
      List.of(
          Topic.POWER,
          Topic.COUNTERS,
          Topic.SENSITIVITIES,
          Topic.DEVICES,
          Topic.ACTUATIONS,
          Topic.HOLDS);
  private final ControllerOptions options =
      ControllerOptions.of(KafkaAccess.of("127.0.0.1:1"), Namespace.live(), Tuning.by("fine"));
  private final ControllerCounters counters = new ControllerCounters();

  @Test
  void noRecordEndsATask() {
    feed(HostileRecords.SHORT);
  }

  @Test
  @Tag("soak")
  void noRecordEndsATaskForMinutes() {
    feed(HostileRecords.LONG);
  }

  private void feed(Duration time) {
    try (TopologyTestDriver driver = driver()) {
      HostileRecords.feed(
          time,
          records -> {
            Topic topic = records.topic(TOPICS);
            send(driver, topic, records.any(topic));
            driver.advanceWallClockTime(Duration.ofMillis(100));
          });
    }
    assertThat(MetricTable.byLabel(counters.rejected)).doesNotContainKey(NodeProcessor.LOOP_FAILED);
  }

  @Test
  void theLargestAreTakenAndLargerOnesRejected() {
    try (TopologyTestDriver driver = driver()) {
      TOPICS.forEach(topic -> send(driver, topic, HostileRecords.largest(topic)));
      assertThat(MetricTable.all(counters.rejected)).isZero();
      assertThat(counters.unreadableHolds.getLongValue()).isZero();

      send(driver, Topic.COUNTERS, HostileRecords.tooLarge(Topic.COUNTERS));
      send(driver, Topic.ACTUATIONS, HostileRecords.tooLarge(Topic.ACTUATIONS));
      assertThat(MetricTable.byLabel(counters.rejected))
          .containsOnlyKeys(UndecodableException.TOO_LARGE);
    }
  }

  private static void send(TopologyTestDriver driver, Topic topic, HostileRecords.Sent sent) {
    driver
        .createInputTopic(
            Namespace.live().topic(topic), new StringSerializer(), new ByteArraySerializer())
        .pipeInput(sent.key(), sent.value(), NOW);
  }

  private TopologyTestDriver driver() {
    return new TopologyTestDriver(
        ControllerTopology.build(options, counters), options.streams().toProperties(), NOW);
  }
}
