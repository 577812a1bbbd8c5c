package io.wattune.core.ledger;

import java.util.List;

/** The books of time windows, by their place in {@link DeviceState}'s columns. */
public final class WindowBooks {
  public static final int COUNT = 3;
  public static final List<Book> BOOKS = List.of(Book.WINDOW1S, Book.WINDOW10S, Book.WINDOW60S);

  private WindowBooks() {}

  /** Start of the window that a time falls into. */
  public static long startOf(Book book, long timeNanos) {
    return Math.floorDiv(timeNanos, book.windowNanos()) * book.windowNanos();
  }
}
