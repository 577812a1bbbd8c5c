package io.wattune.core.ledger;

import java.util.List;

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

  /** The books of time windows, by their place in a device's columns. */
  public static final List<Book> OF_WINDOWS = List.of(WINDOW1S, WINDOW10S, WINDOW60S);

  /** Number of levels whose activities compete for energy. */
  public static final int LEVELS = 4;

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

  /**
   * How deep the book's activities are nested: 0 for jobs, up to {@link #LEVELS} less 1; -1 for
   * what does not compete for energy.
   */
  public int level() {
    return switch (this) {
      case JOB -> 0;
      case PROCESS -> 1;
      case KERNEL -> 2;
      case REQUEST -> 3;
      case SPAN, WINDOW1S, WINDOW10S, WINDOW60S -> -1;
    };
  }

  /** The book of activities of a level. */
  public static Book ofLevel(int level) {
    return switch (level) {
      case 0 -> JOB;
      case 1 -> PROCESS;
      case 2 -> KERNEL;
      case 3 -> REQUEST;
      default -> throw new IllegalArgumentException("no book has level " + level);
    };
  }

  /** Length of the book's time windows, which are aligned to the epoch; 0 for activities. */
  public long windowNanos() {
    return windowNanos;
  }

  /** Start of the book's window that a time falls into. */
  public long windowStart(long timeNanos) {
    return Math.floorDiv(timeNanos, windowNanos) * windowNanos;
  }
}
