package io.wattune.streams.fleet.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.metric.MetricTable;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever comes through the fleet view's doors, no task of it ends. */
class FleetDoorsTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_000L);
  private static final List<Topic> TOPICS = List.of(Topic.POWER, Topic.ENERGY, Topic.DEVICES);
  private final FleetCounters counters = new FleetCounters();

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
  }

  @Test
  void theLargestAreTakenAndLargerOnesRejected() {
    try (TopologyTestDriver driver = driver()) {
      TOPICS.forEach(topic -> send(driver, topic, HostileRecords.largest(topic)));
      driver.advanceWallClockTime(Duration.ofSeconds(4));
      assertThat(MetricTable.byLabel(counters.rejected)).isEmpty();

      TOPICS.forEach(topic -> send(driver, topic, HostileRecords.tooLarge(topic)));
      driver.advanceWallClockTime(Duration.ofSeconds(4));
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
    var settings = new Properties();
    settings.put("application.id", "wattune.fleet");
    settings.put("bootstrap.servers", "127.0.0.1:1");
    return new TopologyTestDriver(
        FleetTopology.build(
            new FleetSettings(Namespace.live(), 4, Duration.ofSeconds(10)),
            counters,
            BundledSchemas::get),
        settings,
        NOW);
  }
}
