package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.ClockState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.ledger.sharing.ActiveIdle;
import io.wattune.core.ledger.sharing.SharedBooks;
import io.wattune.core.ledger.sharing.WholeEntries;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keeps the books of time windows of one device: which window falls due when. */
record WindowLedger(LedgerSettings settings, DeviceState state, WholeEntries entries) {
  /** Begins at the time that the first sample describes. */
  void begin(long firstNanos) {
    SharedBooks.begin(state.sharing, firstNanos);
    for (int b = 0; b < Book.OF_WINDOWS.size(); b++) {
      // Of a minute that a clock said before it was set back nothing stays, so that books agree.
      Book first = state.setBacks() > 0 ? Book.WINDOW60S : Book.OF_WINDOWS.get(b);
      long start = first.windowStart(firstNanos);
      state.nextToReport[b] = start;
      state.nextToFinish[b] = start;
    }
  }

  /** Clock time at which the next window falls due. */
  static long dueNanos(LedgerSettings settings, DeviceState state) {
    long due = Long.MAX_VALUE;
    for (int b = 0; b < Book.OF_WINDOWS.size(); b++) {
      long window = Book.OF_WINDOWS.get(b).windowNanos();
      due = Math.min(due, state.nextToReport[b] + window + state.settleNanos(settings));
      due = Math.min(due, state.nextToFinish[b] + window + settings.horizonNanos());
    }
    return due;
  }

  /** Puts out the windows that the clock has made due. */
  void work(LedgerOutput out) {
    long clock = state.sample.clockNanos;
    for (int b = 0; b < Book.OF_WINDOWS.size(); b++) {
      state.nextToReport[b] =
          put(b, state.nextToReport[b], clock - state.settleNanos(settings), false, out);
      state.nextToFinish[b] =
          put(b, state.nextToFinish[b], clock - settings.horizonNanos(), true, out);
    }
  }

  /** Puts out again what has been reported and is not final. */
  void reportAgain(LedgerOutput out) {
    for (int b = 0; b < Book.OF_WINDOWS.size(); b++) {
      put(b, state.nextToFinish[b], state.nextToReport[b], false, out);
    }
  }

  /** Whether a window that ends after a time has been reported. */
  boolean hasReported(long afterNanos) {
    return Arrays.stream(state.nextToReport).anyMatch(next -> next > afterNanos);
  }

  /** Puts out again what ends after a time, has been reported and is not final. */
  void reportAgain(long afterNanos, LedgerOutput out) {
    for (int b = 0; b < Book.OF_WINDOWS.size(); b++) {
      long start = Book.OF_WINDOWS.get(b).windowStart(afterNanos);
      put(b, Math.max(start, state.nextToFinish[b]), state.nextToReport[b], false, out);
    }
  }

  /**
   * Puts out all that is left, final: the trace has ended with a sample that describes this time.
   * All books end with the same minute, also where the clock went on without samples.
   */
  void finish(long newestNanos, LedgerOutput out) {
    Book longest = Book.WINDOW60S;
    long newest = Math.max(newestNanos, Arrays.stream(state.nextToFinish).max().orElseThrow() - 1);
    long end = longest.windowStart(newest) + longest.windowNanos();
    for (int b = 0; b < Book.OF_WINDOWS.size(); b++) {
      state.nextToFinish[b] = put(b, state.nextToFinish[b], end, true, out);
    }
  }

  /**
   * Puts out the windows from a start on that end by a time; returns the first one that does not.
   */
  private long put(int b, long start, long byNanos, boolean isFinal, LedgerOutput out) {
    Book book = Book.OF_WINDOWS.get(b);
    long window = book.windowNanos();
    while (start + window <= byNanos) {
      @Nullable LedgerEntry entry = entries.window(book, start, isFinal);
      if (entry == null) {
        start = dark(book, start, byNanos, isFinal, out);
      } else {
        out.entry(entry);
        if (isFinal && book == Book.WINDOW1S) {
          ActiveIdle.accept(state, entry);
        }
        start += window;
      }
    }
    return start;
  }

  /** A window of which nothing was seen: the start of the next one of which there is something. */
  private long dark(Book book, long start, long byNanos, boolean isFinal, LedgerOutput out) {
    long window = book.windowNanos();
    long next = Math.max(start + window, book.windowStart(nextSeen(start, byNanos)));
    ClockState clock = state.clock;
    if (!isFinal || clock == null || start >= clock.aheadToNanos) {
      return next;
    }
    if (start + window > clock.aheadFromNanos) {
      out.entry(entries.takenBack(book, start));
      return start + window;
    }
    return Math.min(next, book.windowStart(clock.aheadFromNanos));
  }

  private long nextSeen(long timeNanos, long byNanos) {
    return Math.min(entries.nextSampleNanos(timeNanos), byNanos);
  }
}
