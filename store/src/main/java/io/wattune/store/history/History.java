package io.wattune.store.history;

import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import java.util.List;

/**
 * Questions to a store. A sample counts where it has a true power. Answers are in the order of
 * time, or of device and book; what has just been written may be missing for a moment. Thread safe.
 */
public interface History extends AutoCloseable {

  /**
   * True power of a device over time, in equal stretches of time; those without a sample are left
   * out.
   *
   * @param atMost number of stretches, at least 1
   */
  List<PowerBucket> power(String device, TimeRange range, int atMost) throws HistoryException;

  /** Energy by device and book, of all devices. */
  List<BookEnergy> energy(TimeRange range) throws HistoryException;

  /** The newest sample of every device and signal that has one in the range. */
  List<NewestPower> newestPower(TimeRange range) throws HistoryException;

  @Override
  void close();

  /** Opens the history of a store. */
  static History of(StoreAddress address) {
    return address.kind() == StoreKind.QUESTDB ? new SqlHistory(address) : new FluxHistory(address);
  }
}
