package io.wattune.benchmarks.sharing;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;

/** Counts what a ledger puts out, and drops it. */
public final class EntryCounter implements LedgerOutput {
  private long entries;

  /** How many entries came. */
  public long entries() {
    return entries;
  }

  @Override
  public void entry(LedgerEntry entry) {
    entries++;
  }

  @Override
  public void refused(Activity activity, String detail) {
    throw new IllegalStateException(detail);
  }

  @Override
  public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
    throw new IllegalStateException(book + " does not add up");
  }
}
