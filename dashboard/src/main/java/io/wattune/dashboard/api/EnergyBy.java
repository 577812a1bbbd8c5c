package io.wattune.dashboard.api;

import io.wattune.core.device.DeviceId;
import io.wattune.core.ledger.Book;
import io.wattune.store.history.NamedEnergy;
import java.util.Locale;

/** What energy is summed by. */
enum EnergyBy {
  JOB(Book.JOB),
  KERNEL(Book.KERNEL),
  PROCESS(Book.PROCESS),
  REQUEST(Book.REQUEST),
  DEVICE(Book.WINDOW10S),
  NODE(Book.WINDOW10S);

  /** The row of what no activity of a book took. */
  static final String NOT_ATTRIBUTED = "not attributed";

  private final Book book;

  EnergyBy(Book book) {
    this.book = book;
  }

  Book book() {
    return book;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name of the row that an energy belongs to. */
  String rowOf(NamedEnergy energy) {
    return switch (this) {
      case DEVICE -> energy.device();
      case NODE -> DeviceId.nodeOf(energy.device());
      default -> energy.name().isEmpty() ? NOT_ATTRIBUTED : energy.name();
    };
  }
}
