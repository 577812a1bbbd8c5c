package io.wattune.dashboard.api;

import io.wattune.core.device.DeviceId;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.store.history.NamedEnergy;
import java.util.Locale;

/** What energy is summed by. */
enum EnergyBy {
  JOB(Book.JOB),
  KERNEL(Book.KERNEL),
  PROCESS(Book.PROCESS),
  REQUEST(Book.REQUEST),
  /** Of whichever book of a device names users: {@link UserBooks}. */
  USER(Book.JOB),
  DEVICE(Book.WINDOW10S),
  NODE(Book.WINDOW10S);

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
      case USER, JOB, KERNEL, PROCESS, REQUEST ->
          energy.isRemainder()
              ? EnergyTotal.NOT_ATTRIBUTED
              : energy.name().isEmpty() ? EnergyTotal.without(label()) : energy.name();
    };
  }
}
