package io.wattune.dashboard.api;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.wattune.core.ledger.Book;
import io.wattune.dashboard.past.Past;
import io.wattune.dashboard.state.LiveState;
import io.wattune.http.Problem;
import io.wattune.store.history.History;
import io.wattune.store.history.HistoryException;
import io.wattune.store.history.NamedEnergy;
import io.wattune.store.history.TimeRange;
import java.util.EnumMap;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/energy}: from memory where it goes back far enough, else from the store. */
final class EnergyRoute implements Handler {
  /** Memory keeps a quarter of an hour of the ledger. */
  private static final long HELD_NANOS = 905_000_000_000L;

  private static final int MOST_ROWS = 500;

  private final LiveState state;
  private final Past past;
  private final LongSupplier clockNanos;

  EnergyRoute(LiveState state, Past past, LongSupplier clockNanos) {
    this.state = state;
    this.past = past;
    this.clockNanos = clockNanos;
  }

  private record Sums(List<NamedEnergy> named, List<NamedEnergy> whole, String book) {
    Sums {
      named = EnergyRows.counted(named);
      whole = EnergyRows.counted(whole);
    }

    Sums(UserBooks users, List<NamedEnergy> whole) {
      this(users.sums(), whole, users.books());
    }
  }

  /** What memory, or a store, has of a book. */
  private interface Books<E extends Exception> {
    List<NamedEnergy> sums(Book book) throws E;
  }

  /** What is asked for. */
  private record Question(
      EnergyBy by, @Nullable Book book, TimeRange range, @Nullable String device) {
    List<Book> userBooks() {
      return book == null ? UserBooks.ALL : List.of(book);
    }
  }

  @Override
  public void handle(Context request) {
    long nowNanos = clockNanos.getAsLong();
    TimeRange range = QueryParameters.range(request, nowNanos);
    EnergyBy asked = QueryParameters.oneOf(request, "by", EnergyBy.values(), EnergyBy::label);
    EnergyBy by = asked == null ? EnergyBy.KERNEL : asked;
    Book book =
        QueryParameters.oneOf(request, "book", UserBooks.ALL.toArray(Book[]::new), Book::label);
    if (book != null && by != EnergyBy.USER) {
      throw Problem.badRequest(
          "book is for by=user only", "book", "leave it out: by=" + by.label() + " says the book");
    }
    var question = new Question(by, book, range, request.queryParam("device"));
    long heldNanos = Math.max(state.sinceNanos(), nowNanos - HELD_NANOS);
    boolean isHeld = range.fromNanos() >= heldNanos;
    Past.HistoryAnswer<Sums> stored =
        isHeld
            ? new Past.HistoryAnswer<>(null, null)
            : past.ask(history -> stored(history, question));
    Sums sums = stored.value() == null ? held(question) : stored.value();
    double total = EnergyRows.total(sums.whole());
    List<EnergyAnswer.Row> rows = EnergyRows.of(sums.named(), by, total);
    boolean isCsv = "csv".equals(request.queryParam("format"));
    boolean isCut = rows.size() > MOST_ROWS && !isCsv;
    EnergyAnswer answer =
        new EnergyAnswer(
            Units.ms(range.fromNanos()),
            Units.ms(range.toNanos()),
            by.label(),
            sums.book(),
            stored.value() == null ? "memory" : "store",
            isCut ? rows.subList(0, MOST_ROWS) : rows,
            sums.whole().isEmpty() ? null : Units.joules(total),
            note(stored.note(), isCut ? rows.size() - MOST_ROWS : 0, stored.value() == null));
    Reply.send(request, answer, answer::table);
  }

  private static Sums stored(History history, Question asked) throws HistoryException {
    return sums(
        asked,
        book -> history.namedEnergy(book, asked.range(), asked.device()),
        book -> history.userEnergy(book, asked.range(), asked.device()));
  }

  private Sums held(Question asked) {
    long from = asked.range().fromNanos();
    long to = asked.range().toNanos();
    return sums(
        asked,
        book -> state.energy(book, from, to, asked.device()),
        book -> state.userEnergy(book, from, to, asked.device()));
  }

  private static <E extends Exception> Sums sums(Question asked, Books<E> named, Books<E> ofUsers)
      throws E {
    List<NamedEnergy> whole = named.sums(Book.WINDOW10S);
    if (asked.by() != EnergyBy.USER) {
      Book book = asked.by().book();
      return new Sums(named.sums(book), whole, book.label());
    }
    EnumMap<Book, List<NamedEnergy>> users = new EnumMap<>(Book.class);
    for (Book book : asked.userBooks()) {
      users.put(book, ofUsers.sums(book));
    }
    return new Sums(UserBooks.of(users), whole);
  }

  private @Nullable String note(@Nullable String store, int cutRows, boolean isHeld) {
    StringBuilder note = new StringBuilder(store == null ? "" : store);
    if (cutRows > 0) {
      note.append(note.isEmpty() ? "" : " ")
          .append(cutRows)
          .append(" more rows are left out; the CSV has them all.");
    }
    long leftOut = isHeld ? state.energyLeftOut() : 0;
    if (leftOut > 0) {
      note.append(note.isEmpty() ? "" : " ")
          .append(leftOut)
          .append(" ledger entries did not fit into memory and are missing; a store has them.");
    }
    return note.isEmpty() ? null : note.toString();
  }
}
