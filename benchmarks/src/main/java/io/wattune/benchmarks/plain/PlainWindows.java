package io.wattune.benchmarks.plain;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import java.util.List;
import java.util.function.Consumer;

/** Trapezoids of true power in the windows that the ledger keeps; each is put out once. */
final class PlainWindows {
  static final List<Book> BOOKS = List.of(Book.WINDOW1S, Book.WINDOW10S, Book.WINDOW60S);

  private PlainWindows() {}

  /** Adds a block of true power, and puts out the windows that it fills. */
  static void add(PlainState state, TruePower block, Consumer<LedgerEntry> out) {
    for (int i = 0; i < block.samples(); i++) {
      if (block.trueMilliwatts()[i] != TruePower.NONE) {
        double watts = block.trueMilliwatts()[i] * 1e-3;
        add(state, block, block.timesNanos()[i], watts, block.rawMilliwatts()[i] * 1e-3, out);
      }
    }
  }

  private static void add(
      PlainState state,
      TruePower block,
      long timeNanos,
      double watts,
      double rawWatts,
      Consumer<LedgerEntry> out) {
    if (state.newestNanos == Long.MIN_VALUE) {
      for (int b = 0; b < BOOKS.size(); b++) {
        long window = BOOKS.get(b).windowNanos();
        state.startNanos[b] = Math.floorDiv(timeNanos, window) * window;
      }
    } else {
      for (int b = 0; b < BOOKS.size(); b++) {
        while (timeNanos >= state.startNanos[b] + BOOKS.get(b).windowNanos()) {
          close(state, block, b, timeNanos, watts, rawWatts, out);
        }
      }
      double seconds = (timeNanos - state.newestNanos) * 1e-9;
      state.joules += (state.newestWatts + watts) / 2 * seconds;
      state.rawJoules += (state.newestRawWatts + rawWatts) / 2 * seconds;
    }
    state.newestNanos = timeNanos;
    state.newestWatts = watts;
    state.newestRawWatts = rawWatts;
  }

  private static void close(
      PlainState state,
      TruePower block,
      int b,
      long timeNanos,
      double watts,
      double rawWatts,
      Consumer<LedgerEntry> out) {
    Book book = BOOKS.get(b);
    long start = state.startNanos[b];
    long end = start + book.windowNanos();
    double seconds = (end - state.newestNanos) * 1e-9;
    double share = (double) (end - state.newestNanos) / (timeNanos - state.newestNanos);
    double joules =
        state.joules + seconds * (state.newestWatts + share * (watts - state.newestWatts) / 2);
    double rawJoules =
        state.rawJoules
            + seconds * (state.newestRawWatts + share * (rawWatts - state.newestRawWatts) / 2);
    out.accept(
        entry(
            block,
            book,
            start,
            Math.round((joules - state.startJoules[b]) * 1e6),
            Math.round((rawJoules - state.startRawJoules[b]) * 1e6)));
    state.startNanos[b] = end;
    state.startJoules[b] = joules;
    state.startRawJoules[b] = rawJoules;
  }

  private static LedgerEntry entry(
      TruePower block, Book book, long start, long microjoules, long rawMicrojoules) {
    return new EntryDraft(
            book.label() + "/" + block.device() + "/" + block.signal() + "/" + start,
            book,
            block.device(),
            block.signal(),
            start,
            start + book.windowNanos())
        .revision(0, 0, true)
        .energy(microjoules, rawMicrojoules)
        .seen(1, Quality.CORRECTED, block.profileId())
        .entry();
  }
}
