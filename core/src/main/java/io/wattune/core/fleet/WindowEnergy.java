package io.wattune.core.fleet;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;

/**
 * What a sum needs of a ledger entry of {@link #BOOK}.
 *
 * @param startNanos epoch nanoseconds, start of the window
 * @param endNanos epoch nanoseconds, its end
 * @param revision of the entry
 * @param clockSetBacks how often the device's clock had been set back
 * @param isFinal whether it can change any more
 * @param microjoules energy
 */
public record WindowEnergy(
    long startNanos,
    long endNanos,
    int revision,
    int clockSetBacks,
    boolean isFinal,
    long microjoules) {

  /**
   * The book that energy is summed in. Each book of windows gives the same sum. One minute would
   * show nothing of a run of half a minute; with one second the windows that are not final, ten
   * minutes of them by default, would be 600 a device to remember instead of 60.
   */
  public static final Book BOOK = Book.WINDOW10S;

  /** What a sum needs of this entry. */
  public static WindowEnergy of(LedgerEntry entry) {
    if (entry.book() != BOOK) {
      throw new IllegalArgumentException(
          "energy is summed in the book " + BOOK.label() + ", was " + entry.book().label());
    }
    return new WindowEnergy(
        entry.startNanos(),
        entry.endNanos(),
        entry.revision(),
        entry.clockSetBacks(),
        entry.isFinal(),
        entry.energyMicrojoules());
  }
}
