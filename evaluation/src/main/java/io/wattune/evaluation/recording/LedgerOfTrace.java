package io.wattune.evaluation.recording;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.replay.file.DeviceTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ledger that the job keeps, of one trace, without a job. */
public final class LedgerOfTrace implements LedgerOutput {
  private final Map<String, LedgerEntry> newest = new LinkedHashMap<>();

  private LedgerOfTrace() {}

  /** All entries at their newest revision. */
  public static List<LedgerEntry> of(
      DeviceTrace trace, List<Activity> activities, LedgerSettings settings) {
    var out = new LedgerOfTrace();
    var ledger =
        new DeviceLedger(
            settings,
            trace.device(),
            new DeviceState(),
            new InMemoryChunkStore(),
            out,
            new PowerColumns());
    activities.forEach(ledger::activity);
    ledger.readings(
        new PollBlock(
            trace.device(),
            0,
            trace.signal(),
            trace.unit(),
            trace.timesNanos(),
            trace.values(),
            true));
    ledger.activitiesEnded();
    return new ArrayList<>(out.newest.values());
  }

  @Override
  public void entry(LedgerEntry entry) {
    newest.put(entry.entryId(), entry);
  }

  @Override
  public void refused(Activity activity, String detail) {
    throw new IllegalStateException(detail);
  }

  @Override
  public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
    throw new IllegalStateException(
        "the " + book.label() + " book has " + microjoulesTooMany + " uJ too many at " + atNanos);
  }
}
