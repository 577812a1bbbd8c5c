package io.wattune.core.ledger;

/** A set of ledger entries of one kind. Sums are taken within one book. */
public enum Book {
  WINDOW1S("window1s", 1_000_000_000L),
  WINDOW10S("window10s", 10_000_000_000L),
  WINDOW60S("window60s", 60_000_000_000L),
  JOB("job", 0),
  PROCESS("process", 0),
  KERNEL("kernel", 0),
  REQUEST("request", 0),
  /** The energy between two times; spans may overlap and never compete. */
  SPAN("span", 0);

  private final String label;
  private final long windowNanos;

  Book(String label, long windowNanos) {
    this.label = label;
    this.windowNanos = windowNanos;
  }

  /** The name in reports, and the first part of an entry's id. */
  public String label() {
    return label;
  }

  /** Length of the book's time windows, which are aligned to the epoch; 0 for activities. */
  public long windowNanos() {
    return windowNanos;
  }
}
