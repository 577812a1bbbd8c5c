package io.wattune.streams.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever comes through the job's doors, it goes on. */
class ComponentDoorsTest {

  @Test
  void noRecordEndsTheJob() throws Exception {
    feed(HostileRecords.SHORT);
  }

  @Test
  @Tag("soak")
  void noRecordEndsTheJobForMinutes() throws Exception {
    feed(HostileRecords.LONG);
  }

  private void feed(Duration time) throws Exception {
    try (var job = new ComponentHarness().open()) {
      HostileRecords.feed(
          time,
          records -> {
            HostileRecords.Sent counters = records.any(Topic.COUNTERS);
            job.counters(counters.key(), counters.value());
            HostileRecords.Sent power = records.any(Topic.POWER);
            job.power(power.key(), power.value());
            job.rejects.clear();
            job.told.clear();
          });
    }
  }

  @Test
  void theLargestAreTakenAndLargerOnesRejected() throws Exception {
    try (var job = new ComponentHarness().open()) {
      HostileRecords.Sent counters = HostileRecords.largest(Topic.COUNTERS);
      job.counters(counters.key(), counters.value());
      HostileRecords.Sent power = HostileRecords.largest(Topic.POWER);
      job.power(power.key(), power.value());
      assertThat(job.rejects).isEmpty();

      HostileRecords.Sent large = HostileRecords.tooLarge(Topic.COUNTERS);
      job.counters(large.key(), large.value());
      assertThat(job.rejects)
          .hasSize(1)
          .allMatch(reject -> reject.reason().equals(UndecodableException.TOO_LARGE));
    }
  }
}
