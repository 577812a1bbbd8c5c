package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.ledger.LedgerEntry;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

class LedgerCountersTest {
  private static final String DEVICE = "node1/GPU-1";

  private final RecordingGroup operator = new RecordingGroup(new TreeMap<>());
  private final LedgerCounters counters = new LedgerCounters(operator);

  /** Keeps the counters of a group and of those below, by name. */
  private static final class RecordingGroup extends UnregisteredMetricsGroup {
    private final Map<String, Counter> counters;

    RecordingGroup(Map<String, Counter> counters) {
      this.counters = counters;
    }

    @Override
    public Counter counter(String name) {
      Counter counter = super.counter(name);
      assertThat(counters.put(name, counter)).as(name).isNull();
      return counter;
    }

    @Override
    public MetricGroup addGroup(String name) {
      assertThat(name).isEqualTo("wattune");
      return this;
    }

    long count(String name) {
      return counters.get(name).getCount();
    }
  }

  @Test
  void whatIsPutOutIsCounted() throws Exception {
    try (LedgerHarness ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      ledger.activity(DEVICE, "load", LagTrace.LOAD_START, LagTrace.LOAD_END);
      // Ends after the last reading: a part of it is not seen.
      ledger.activity(DEVICE, "tail", LagTrace.LOAD_END, LagTrace.LOAD_END + 60_000_000_000L);
      for (PollBlock block : LagTrace.blocks(DEVICE, 50)) {
        ledger.readings(block);
      }
      ledger.activitiesEnded(DEVICE);
      ledger.entries.forEach(counters::entry);
      ledger.power.forEach(counters::power);
      ledger.profiles.forEach(profile -> counters.profile());

      assertThat(operator.count("entries")).isEqualTo(ledger.entries.size()).isPositive();
      assertThat(operator.count("entriesFinal"))
          .isEqualTo(ledger.entries.stream().filter(LedgerEntry::isFinal).count())
          .isPositive();
      assertThat(operator.count("entriesWithGap"))
          .isEqualTo(
              ledger.entries.stream()
                  .filter(entry -> entry.quality().code() >= Quality.GAP.code())
                  .count())
          .isPositive();
      assertThat(operator.count("samples"))
          .isEqualTo(ledger.power.stream().mapToLong(TruePower::samples).sum())
          .isPositive();
      assertThat(operator.count("profilesLearned")).isEqualTo(ledger.profiles.size()).isPositive();
    }
  }

  @Test
  void thePageNamesEachCounter() throws Exception {
    String page =
        Files.readString(Path.of("").toAbsolutePath().resolveSibling("docs/reference/metrics.md"));

    assertThat(operator.counters.keySet())
        .hasSize(16)
        .allSatisfy(name -> assertThat(page).contains("| ledger | `" + name + "` |"));
  }
}
