package io.wattune.replay.results;

import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.SmoothedPower;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.kafka.RecordPlace;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gathers what the job puts out about one device, blocks in any order and repeats included. The
 * ledger is exactly once, so an entry that comes twice is a defect and not overlooked.
 */
final class OutputOfDevice {
  private final PowerOfDevice power = new PowerOfDevice();

  /** A block is a slice of time, and of a slice the newest revision holds, whole. */
  private final Map<Long, TruePower> smoothed = new TreeMap<>();

  /** Of entries with one id the newest revision holds. */
  private final Map<String, LedgerEntry> entries = new HashMap<>();

  private final Map<Revision, RecordPlace> seen = new HashMap<>();
  private boolean isSmoothed;

  private record Revision(String entryId, int revision) {}

  PowerOfDevice power() {
    return power;
  }

  void smoothed(TruePower block) {
    isSmoothed |= block.summary() != null;
    if (block.samples() > 0) {
      long slice = SmoothedPower.sliceAt(block.timesNanos()[0]);
      smoothed.merge(slice, block, (a, b) -> a.revision() > b.revision() ? a : b);
    }
  }

  void entry(LedgerEntry entry, RecordPlace place) {
    RecordPlace before = seen.putIfAbsent(new Revision(entry.entryId(), entry.revision()), place);
    if (before != null) {
      throw new IllegalStateException(
          ("ledger entry %s revision %s was committed twice, as %s, and as %s: the ledger "
                  + "is not exactly once")
              .formatted(entry.entryId(), entry.revision(), before, place));
    }
    entries.merge(
        entry.entryId(), entry, (old, now) -> now.revision() > old.revision() ? now : old);
  }

  /** Whether the block of smoothed power that ends the trace has come. */
  boolean isSmoothed() {
    return isSmoothed;
  }

  /** Ledger records that came, all revisions counted. */
  long records() {
    return seen.size();
  }

  /** What was done with the trace, once its last block of power has come. */
  TraceSummary summary() {
    TraceSummary summary = power.summary();
    if (summary == null) {
      throw new IllegalStateException("awaitPower must be called first");
    }
    return summary;
  }

  boolean hasItsEntries() {
    return records() >= summary().energyRecords();
  }

  /** Everything, with the profile that the job used. */
  DeviceOutput with(SensorProfile profile) {
    var columns = new TraceColumns();
    smoothed.values().forEach(columns::append);
    TruePower newest = power.newestBlock();
    return new DeviceOutput(
        newest.device(),
        newest.signal(),
        summary(),
        profile,
        power.trace(),
        columns.toTrace(),
        entries.values().stream()
            .sorted(
                Comparator.comparingLong(LedgerEntry::startNanos)
                    .thenComparingLong(LedgerEntry::endNanos)
                    .thenComparing(LedgerEntry::entryId))
            .toList());
  }
}
