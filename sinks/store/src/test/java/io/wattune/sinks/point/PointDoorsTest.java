package io.wattune.sinks.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever comes through the sink's doors, it gives points or a reason. */
class PointDoorsTest {
  private final Map<Topic, PointMaker> makers = PointMakers.of(BundledSchemas.get());

  @Test
  void everyRecordGivesPointsOrAReason() {
    feed(HostileRecords.SHORT);
  }

  @Test
  @Tag("soak")
  void everyRecordGivesPointsOrAReasonForMinutes() {
    feed(HostileRecords.LONG);
  }

  private void feed(Duration time) {
    List<Topic> topics = new ArrayList<>(makers.keySet());
    HostileRecords.feed(
        time,
        records -> {
          Topic topic = records.topic(topics);
          HostileRecords.Sent sent = records.any(topic);
          var lines = new PointLines();
          try {
            maker(topic).make(sent.key(), sent.value(), lines);
            assertThat(lines.text(0, lines.count()).lines().count()).isEqualTo(lines.count());
          } catch (UndecodableException | IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotEmpty();
          }
        });
  }

  @Test
  void theLargestAreTakenAndLargerOnesRefused() throws Exception {
    for (Topic topic : makers.keySet()) {
      var lines = new PointLines();
      HostileRecords.Sent sent = HostileRecords.largest(topic);
      maker(topic).make(sent.key(), sent.value(), lines);
      assertThat(lines.count()).as(topic.label()).isPositive();
    }
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(
            () ->
                maker(Topic.POWER)
                    .make(null, HostileRecords.tooLarge(Topic.POWER).value(), new PointLines()));
  }

  private PointMaker maker(Topic topic) {
    return Objects.requireNonNull(makers.get(topic));
  }
}
