package io.wattune.streams.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever comes through the job's doors, it goes on. */
class SensitivityDoorsTest {

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
    try (var job = new SensitivityHarness().open()) {
      HostileRecords.feed(
          time,
          records -> {
            HostileRecords.Sent counters = records.any(Topic.COUNTERS);
            job.counters(counters.key(), counters.value());
            HostileRecords.Sent device = records.any(Topic.DEVICES);
            job.device(device.key(), device.value());
            job.rejects.clear();
            job.told.clear();
          });
    }
  }

  @Test
  void theLargestAreTakenAndLargerOnesRejected() throws Exception {
    try (var job = new SensitivityHarness().open()) {
      HostileRecords.Sent counters = HostileRecords.largest(Topic.COUNTERS);
      job.counters(counters.key(), counters.value());
      HostileRecords.Sent device = HostileRecords.largest(Topic.DEVICES);
      job.device(device.key(), device.value());
      assertThat(job.rejects).isEmpty();

      HostileRecords.Sent large = HostileRecords.tooLarge(Topic.COUNTERS);
      job.counters(large.key(), large.value());
      assertThat(job.rejects)
          .hasSize(1)
          .allMatch(reject -> reject.reason().equals(UndecodableException.TOO_LARGE));
    }
  }
}
