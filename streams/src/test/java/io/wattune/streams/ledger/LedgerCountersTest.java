package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

class LedgerCountersTest {
  private static final String DEVICE = "node1/GPU-1";
  private static final long SECOND = 1_000_000_000L;

  /** The start of a minute. */
  private static final long START = 1_700_000_040_000_000_000L;

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
      ledger.power.forEach(block -> counters.samples.inc(block.samples()));
      ledger.profiles.forEach(profile -> counters.profiles.inc());

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
  void faultsOfAnEnergyCounterAreCounted() throws Exception {
    var settings = new LedgerSettings(10 * SECOND, ProfileChoice.AUTO);
    try (LedgerHarness ledger = new LedgerHarness(settings).open()) {
      for (int second = 0; second < 150; second++) {
        ledger.readings(counted(second));
      }

      assertThat(ledger.counted("counterWraps")).isEqualTo(1);
      assertThat(ledger.counted("counterFreezes")).isEqualTo(1);
      assertThat(ledger.counted("counterStepsBack")).isEqualTo(1);
      assertThat(ledger.counted("readings")).isEqualTo(150 * 50);
      List<LedgerEntry> disagreeing =
          ledger.newest.values().stream()
              .filter(LedgerEntry::isFinal)
              .filter(entry -> entry.counter() != null && entry.counter().disagrees())
              .toList();
      // From second 100 on; those of the last 10 s are not final yet.
      assertThat(disagreeing).hasSizeGreaterThan(35);
      assertThat(disagreeing).allMatch(entry -> entry.endNanos() > START + 100 * SECOND);
      assertThat(ledger.entries).hasSizeGreaterThan(ledger.newest.size());
      assertThat(ledger.counted("counterDisagreements")).isEqualTo(disagreeing.size());
    }
  }

  /**
   * A second of a device that takes 100 W, whose counter wraps in second 20, stands still from 40
   * to 60, goes back in second 80 and counts half as much again from 100 on.
   */
  private static PollBlock counted(int second) {
    int polls = 50;
    long[] times = new long[polls];
    int[] values = new int[polls];
    long[] energies = new long[polls];
    for (int i = 0; i < polls; i++) {
      double at = second + 0.02 * i;
      times[i] = START + second * SECOND + i * 20_000_000L;
      values[i] = 100_000 + (second * polls + i) * 37 % 11 - 5;
      double counted = at < 40 || at >= 60 ? at : 40;
      double joules = 65_536 - 2050 + 100 * counted;
      joules += at >= 80.5 ? -500 : 0;
      joules += at >= 100 ? 50 * (at - 100) : 0;
      energies[i] = Math.round(joules * 1e6) % 65_536_000_000L;
    }
    return new PollBlock(
        DEVICE,
        second,
        LagTrace.SIGNAL,
        PowerUnit.MILLIWATTS,
        times,
        values,
        false,
        new EnergyColumn("energy", EnergyUnit.MICROJOULES, energies),
        "");
  }

  @Test
  void booksOutOfBalanceAreCounted() throws Exception {
    // A horizon shorter than the 2 s between two values of the sensor: what it settles still moves.
    var settings = new LedgerSettings(SECOND, ProfileChoice.AUTO);
    try (LedgerHarness ledger = new LedgerHarness(settings).open()) {
      for (int i = 0; i < 40; i++) {
        long start = START + SECOND + i * 6_300_000_000L;
        ledger.activity(DEVICE, "k" + i, start, start + 3_700_000_000L);
      }
      for (int update = 0; update < 120; update++) {
        long[] times = new long[20];
        int[] values = new int[20];
        for (int i = 0; i < 20; i++) {
          times[i] = START + 2 * update * SECOND + i * (SECOND / 10);
          values[i] = 100_000 + update * 74_000 % 50_000;
        }
        ledger.readings(
            new PollBlock(
                DEVICE, update, LagTrace.SIGNAL, PowerUnit.MILLIWATTS, times, values, false));
      }

      assertThat(ledger.counted("booksOutOfBalance")).isPositive();
    }
  }

  @Test
  void thePageNamesEachCounter() throws Exception {
    String page =
        Files.readString(Path.of("").toAbsolutePath().resolveSibling("docs/reference/metrics.md"));

    // What every job counts is counted beside the ledger's own.
    assertThat(Stream.concat(operator.counters.keySet().stream(), Stream.of("recordsRejected")))
        .hasSize(16)
        .allSatisfy(name -> assertThat(page).contains("| ledger | `" + name + "` |"));
  }
}
