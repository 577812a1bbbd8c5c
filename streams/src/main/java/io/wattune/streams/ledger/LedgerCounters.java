package io.wattune.streams.ledger;

import io.wattune.core.Quality;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** What one task of the ledger counts, in Flink's metrics. Counted by block, never by reading. */
final class LedgerCounters {
  private final Counter readings;
  private final Counter outOfOrder;
  private final Counter clocksSetBack;
  private final Counter activitiesLate;
  private final Counter samples;
  private final Counter entries;
  private final Counter finalEntries;
  private final Counter gaps;
  private final Counter profiles;
  private final Counter drifts;
  private final Counter outOfBalance;
  private final Counter counterDisagreements;
  private final Counter counterWraps;
  private final Counter counterFreezes;
  private final Counter counterStepsBack;

  LedgerCounters(MetricGroup group) {
    readings = group.counter("readings");
    outOfOrder = group.counter("readingsOutOfOrder");
    clocksSetBack = group.counter("clocksSetBack");
    activitiesLate = group.counter("activitiesLate");
    samples = group.counter("samples");
    entries = group.counter("entries");
    finalEntries = group.counter("entriesFinal");
    gaps = group.counter("entriesWithGap");
    profiles = group.counter("profilesLearned");
    drifts = group.counter("profilesDrifted");
    outOfBalance = group.counter("booksOutOfBalance");
    counterDisagreements = group.counter("counterDisagreements");
    counterWraps = group.counter("counterWraps");
    counterFreezes = group.counter("counterFreezes");
    counterStepsBack = group.counter("counterStepsBack");
  }

  void readings(int polls) {
    readings.inc(polls);
  }

  void outOfOrder(int dropped) {
    outOfOrder.inc(dropped);
  }

  void clockSetBack() {
    clocksSetBack.inc();
  }

  void activityLate() {
    activitiesLate.inc();
  }

  void entry(LedgerEntry entry) {
    entries.inc();
    if (entry.isFinal()) {
      finalEntries.inc();
    }
    if (entry.quality().compareTo(Quality.GAP) >= 0) {
      gaps.inc();
    }
    CounterEnergy counter = entry.counter();
    // Not each time that a window is said: once, by what is known of its sensor at the last.
    if (entry.isFinal() && counter != null && counter.disagrees()) {
      counterDisagreements.inc();
    }
  }

  /** What energy counters did besides counting. */
  void counterFaults(long wraps, long freezes, long stepsBack) {
    counterWraps.inc(wraps);
    counterFreezes.inc(freezes);
    counterStepsBack.inc(stepsBack);
  }

  void outOfBalance() {
    outOfBalance.inc();
  }

  void power(TruePower block) {
    samples.inc(block.samples());
  }

  void profile() {
    profiles.inc();
  }

  void drifted() {
    drifts.inc();
  }
}
