package io.wattune.streams.ledger;

import io.wattune.core.Quality;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** What one task of the ledger counts, in Flink's metrics. Counted by block, never by reading. */
final class LedgerCounters {
  final Counter readings;
  final Counter outOfOrder;
  final Counter clocksSetBack;
  final Counter activitiesLate;
  final Counter samples;
  private final Counter entries;
  private final Counter finalEntries;
  private final Counter gaps;
  final Counter profiles;
  final Counter drifts;
  final Counter outOfBalance;
  private final Counter counterDisagreements;
  final Counter counterWraps;
  final Counter counterFreezes;
  final Counter counterStepsBack;

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
}
