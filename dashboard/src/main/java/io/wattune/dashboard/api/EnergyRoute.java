package io.wattune.dashboard.api;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.wattune.core.ledger.Book;
import io.wattune.dashboard.past.Past;
import io.wattune.dashboard.state.LiveState;
import io.wattune.store.history.NamedEnergy;
import io.wattune.store.history.TimeRange;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/energy}: from memory where it goes back far enough, else from the store. */
final class EnergyRoute implements Handler {
  /** Memory keeps a quarter of an hour of the ledger. */
  private static final long HELD_NANOS = 870_000_000_000L;

  private static final int MOST_ROWS = 500;

  private final LiveState state;
  private final Past past;
  private final LongSupplier clockNanos;

  EnergyRoute(LiveState state, Past past, LongSupplier clockNanos) {
    this.state = state;
    this.past = past;
    this.clockNanos = clockNanos;
  }

  private record Sums(List<NamedEnergy> named, List<NamedEnergy> whole) {
    Sums {
      named = EnergyRows.counted(named);
      whole = EnergyRows.counted(whole);
    }
  }

  @Override
  public void handle(Context request) {
    long nowNanos = clockNanos.getAsLong();
    TimeRange range = Asked.range(request, nowNanos);
    EnergyBy asked = Asked.oneOf(request, "by", EnergyBy.values(), EnergyBy::label);
    EnergyBy by = asked == null ? EnergyBy.KERNEL : asked;
    String device = request.queryParam("device");
    long heldNanos = Math.max(state.sinceNanos(), nowNanos - HELD_NANOS);
    boolean isHeld = range.fromNanos() >= heldNanos;
    Past.Answer<Sums> stored =
        isHeld
            ? new Past.Answer<>(null, null)
            : past.ask(
                history ->
                    new Sums(
                        history.namedEnergy(by.book(), range, device),
                        history.namedEnergy(Book.WINDOW10S, range, device)));
    Sums sums = stored.value() == null ? held(by, range, device) : stored.value();
    double total = EnergyRows.total(sums.whole());
    List<EnergyAnswer.Row> rows = EnergyRows.of(sums.named(), by, total);
    boolean isCsv = "csv".equals(request.queryParam("format"));
    boolean isCut = rows.size() > MOST_ROWS && !isCsv;
    EnergyAnswer answer =
        new EnergyAnswer(
            Units.ms(range.fromNanos()),
            Units.ms(range.toNanos()),
            by.label(),
            by.book().label(),
            stored.value() == null ? "memory" : "store",
            isCut ? rows.subList(0, MOST_ROWS) : rows,
            sums.whole().isEmpty() ? null : Units.joules(total),
            note(stored.note(), isCut ? rows.size() - MOST_ROWS : 0, stored.value() == null));
    Reply.send(request, answer, answer::table);
  }

  private Sums held(EnergyBy by, TimeRange range, @Nullable String device) {
    return new Sums(
        state.energy(by.book(), range.fromNanos(), range.toNanos(), device),
        state.energy(Book.WINDOW10S, range.fromNanos(), range.toNanos(), device));
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
