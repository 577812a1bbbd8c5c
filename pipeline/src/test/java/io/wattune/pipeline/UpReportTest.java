package io.wattune.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.archive.sink.ArchiveCounts;
import io.wattune.core.Quality;
import io.wattune.core.saving.Amount;
import io.wattune.core.saving.NotCompared;
import io.wattune.core.saving.Saving;
import io.wattune.sinks.influx.SinkCounts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UpReportTest {
  private static final LiveCounts COUNTS =
      new LiveCounts(
          900,
          40,
          12,
          Map.of("lower", 5L, "renewed", 7L),
          2,
          5,
          4,
          1,
          0,
          Map.of("held", 2L),
          Map.of("stopped", 4L),
          Map.of("late-activity", 3L),
          new Latencies.Summary(5, 30, 80, 90));

  private static final StorageSummary KEPT = new StorageSummary(sink(), null, archive(), null);

  private static SinkCounts sink() {
    var counts = new SinkCounts(Map::of);
    counts.recordsRead.inc(40);
    counts.pointsMade.inc(1239);
    counts.pointsWritten.inc(1234);
    counts.pointsRefused.inc(5);
    counts.batches.inc(3);
    counts.retries.inc(6);
    counts.rebalances.inc();
    counts.recordsUnwritten.set(7);
    return counts;
  }

  private static ArchiveCounts archive() {
    var counts = new ArchiveCounts(Map::of);
    counts.commits.inc(2);
    counts.files.inc(9);
    counts.records.inc(88);
    counts.at(2, 3);
    return counts;
  }

  @Test
  void jsonHasEveryFigureUnderTheNameThatItsReadersKnow() throws Exception {
    JsonNode json = new ObjectMapper().readTree(UpReport.json(summary(Map.of())));

    assertThat(json.path("nodes").asInt()).isEqualTo(2);
    assertThat(json.path("devices").asInt()).isEqualTo(4);
    assertThat(json.path("readings").asLong()).isEqualTo(1000);
    assertThat(json.path("samples").asLong()).isEqualTo(900);
    assertThat(json.path("ledgerEntries").asLong()).isEqualTo(40);
    assertThat(json.path("decisions").asLong()).isEqualTo(12);
    assertThat(json.at("/actuations/applied").asLong()).isEqualTo(5);
    assertThat(json.at("/actuations/refused/held").asLong()).isEqualTo(2);
    assertThat(json.path("restores").asLong()).isEqualTo(4);
    assertThat(json.path("rejects").asLong()).isEqualTo(3);
    assertThat(json.at("/rejectsByReason/late-activity").asLong()).isEqualTo(3);
    assertThat(json.at("/latencyMillis/p50").asDouble()).isEqualTo(30);
    assertThat(json.at("/latencyMillis/p99").asDouble()).isEqualTo(80);
    JsonNode energy = json.path("energyJoules").path("node-1/SIM-1");
    assertThat(energy.path("ledger").asDouble()).isEqualTo(1000);
    assertThat(energy.path("truth").asDouble()).isEqualTo(995);
    assertThat(energy.path("relativeError").asDouble()).isEqualTo(1000.0 / 995 - 1);
    assertThat(energy.at("/byQuality/gap/ledger").asDouble()).isEqualTo(100);
    assertThat(energy.at("/byQuality/gap/standardError").asDouble()).isEqualTo(1);
    assertThat(energy.at("/byQuality/gap/truth").asDouble()).isEqualTo(94);
    assertThat(json.path("allHome").asBoolean()).isTrue();
    assertThat(json.at("/store/pointsWritten").asLong()).isEqualTo(1234);
    assertThat(json.at("/store/pointsRefused").asLong()).isEqualTo(5);
    assertThat(json.at("/store/retries").asLong()).isEqualTo(6);
    assertThat(json.at("/store/lagRecords").asLong()).isEqualTo(7);
    assertThat(json.at("/store/failure").isNull()).isTrue();
    assertThat(json.at("/archive/records").asLong()).isEqualTo(88);
    assertThat(json.at("/archive/files").asLong()).isEqualTo(9);
    assertThat(json.at("/archive/lagRecords").asLong()).as("gathered and unread").isEqualTo(5);
  }

  @Test
  void whatIsNotKeptIsNotReported() {
    UpSummary summary = summary(Map.of(), StorageSummary.NOTHING);

    assertThat(UpReport.json(summary)).doesNotContain("\"store\"", "\"archive\"");
    assertThat(UpReport.text(summary)).doesNotContain("store:", "archive:");
    assertThat(StorageSummary.NOTHING.isWhole()).isTrue();
  }

  @Test
  void textSaysWhatWasKeptAndWhatFailed() {
    StorageSummary failed = new StorageSummary(KEPT.store(), null, KEPT.archive(), "no such disk");

    assertThat(UpReport.text(summary(Map.of(), failed)))
        .contains(
            "1234 points written, 5 refused", "88 records in 9 files", "FAILED: no such disk");
    assertThat(failed.isWhole()).isFalse();
    assertThat(KEPT.isWhole()).as("records wait for the archive").isFalse();
  }

  @Test
  void energyOfSeveralQualitiesShowsTheShareOfEach() throws Exception {
    assertThat(UpReport.text(summary(Map.of()))).contains("corrected 90.0 %, gap 10.0 %");
    JsonNode shares =
        new ObjectMapper()
            .readTree(UpReport.json(summary(Map.of())))
            .path("energyJoules")
            .path("node-1/SIM-1")
            .path("qualityShares");
    assertThat(shares.path("corrected").asDouble()).isEqualTo(0.9);
    assertThat(shares.path("gap").asDouble()).isEqualTo(0.1);
  }

  @Test
  void textNamesADeviceThatIsNotHome() {
    String text = UpReport.text(summary(Map.of("node-1/SIM-1", "core.clock is 700, own is 1000")));

    assertThat(text).contains("NOT at their own settings", "core.clock is 700, own is 1000");
    assertThat(UpReport.text(summary(Map.of()))).contains("Every simulated GPU is at its own");
  }

  /** 1000 J would have been used in 100 s; it were 900 J in 101 s. */
  private static Saving saving(long invocations) {
    return new Saving(
        1,
        20,
        0,
        30,
        invocations,
        900,
        1000,
        25,
        101,
        100,
        0.5,
        Quality.CORRECTED,
        Map.of(NotCompared.SETTLING, new Amount(3, 4, 50)));
  }

  @Test
  void whatIsSavedIsSaidWithItsErrorAndWhatItCostInTime() throws Exception {
    UpSummary summary = summary(Map.of());

    assertThat(UpReport.text(summary))
        .contains("Energy saved: 100 J +- 25 J, 10.0 %", "took 1.0 % +- 0.50 % more time");
    assertThat(UpReport.text(summary))
        .contains("really took 120 J less than at own settings, 12.0 % of all work");
    JsonNode json = new ObjectMapper().readTree(UpReport.json(summary));
    assertThat(json.at("/trulySaved/joules").asDouble()).isEqualTo(120);
    assertThat(json.at("/trulySaved/share").asDouble()).isEqualTo(0.12);
    assertThat(TrueSaving.NONE.share()).isZero();
    JsonNode saved = json.path("saved");
    assertThat(saved.path("joules").asDouble()).isEqualTo(100);
    assertThat(saved.path("standardErrorJoules").asDouble()).isEqualTo(25);
    assertThat(saved.path("share").asDouble()).isEqualTo(0.1);
    assertThat(saved.path("timeChange").asDouble()).isEqualTo(1.01 - 1);
    assertThat(saved.path("timeChangeError").asDouble()).isEqualTo(0.005);
    assertThat(SavedText.brief(summary.saving())).isEqualTo("saved 100 +- 25 J (10.0 %)");
  }

  @Test
  void whatIsNotKnownSaysWhy() {
    assertThat(SavedText.brief(saving(0))).isEmpty();
    assertThat(SavedText.full(saving(0)))
        .startsWith("Energy saved: not known. 4 s at other settings were not compared: the set");
  }

  private static UpSummary summary(Map<String, String> notRestored) {
    return summary(notRestored, KEPT);
  }

  private static UpSummary summary(Map<String, String> notRestored, StorageSummary kept) {
    return new UpSummary(
        2,
        4,
        1000,
        0,
        0,
        COUNTS,
        kept,
        List.of(
            new ComparedEnergy(
                "node-1/SIM-1",
                10,
                new ComparedEnergy.Compared(1000, 3, 995),
                0,
                Map.of(
                    Quality.CORRECTED,
                    new ComparedEnergy.Compared(900, 2, 901),
                    Quality.GAP,
                    new ComparedEnergy.Compared(100, 1, 94)))),
        saving(40),
        new TrueSaving(880, 1000),
        notRestored,
        12.5,
        Map.of("wattune", "0"),
        List.of("up"));
  }
}
