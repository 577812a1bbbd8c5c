package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever comes through the ledger's doors, the job goes on. */
class LedgerDoorsTest {

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
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT.smoothing(true)).open()) {
      HostileRecords.feed(
          time,
          records -> {
            HostileRecords.Sent readings = records.any(Topic.READINGS);
            ledger.readings(readings.key(), readings.value());
            HostileRecords.Sent activity = records.any(Topic.ACTIVITY);
            ledger.activity(activity.key(), activity.value());
            ledger.rejects.clear();
            ledger.entries.clear();
            ledger.power.clear();
          });
    }
  }

  @Test
  void theLargestAreTakenAndLargerOnesRejected() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      HostileRecords.Sent readings = HostileRecords.largest(Topic.READINGS);
      ledger.readings(readings.key(), readings.value());
      HostileRecords.Sent activity = HostileRecords.largest(Topic.ACTIVITY);
      ledger.activity(activity.key(), activity.value());
      assertThat(ledger.rejects).isEmpty();

      HostileRecords.Sent large = HostileRecords.tooLarge(Topic.READINGS);
      ledger.readings(large.key(), large.value());
      HostileRecords.Sent larger = HostileRecords.tooLarge(Topic.ACTIVITY);
      ledger.activity(larger.key(), larger.value());
      assertThat(ledger.rejects)
          .hasSize(2)
          .allMatch(reject -> reject.reason().equals(UndecodableException.TOO_LARGE));
    }
  }
}
