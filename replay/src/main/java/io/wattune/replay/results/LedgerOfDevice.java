package io.wattune.replay.results;

import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.kafka.RecordPlace;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Gathers the ledger entries of one device: of entries with one id the newest revision holds. The
 * ledger is exactly once, so an entry that comes twice is a defect and not overlooked.
 */
final class LedgerOfDevice {
  private final Map<String, LedgerEntry> newest = new HashMap<>();
  private final Map<Revision, RecordPlace> seen = new HashMap<>();

  private record Revision(String entryId, int revision) {}

  void accept(LedgerEntry entry, RecordPlace place) {
    RecordPlace before = seen.putIfAbsent(new Revision(entry.entryId(), entry.revision()), place);
    if (before != null) {
      throw new IllegalStateException(
          ("ledger entry %s revision %s was committed twice, as %s, and as %s: the ledger "
                  + "is not exactly once")
              .formatted(entry.entryId(), entry.revision(), before, place));
    }
    newest.merge(entry.entryId(), entry, (old, now) -> now.revision() > old.revision() ? now : old);
  }

  /** Records that came, all revisions counted. */
  long records() {
    return seen.size();
  }

  Collection<LedgerEntry> newest() {
    return newest.values();
  }
}
