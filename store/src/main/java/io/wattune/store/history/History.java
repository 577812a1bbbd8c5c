package io.wattune.store.history;

import io.wattune.core.ledger.Book;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

  /**
   * What a device's sensor said over time, in the same stretches; samples count whether they have a
   * true power or not.
   *
   * @param atMost number of stretches, at least 1
   */
  List<RawBucket> rawPower(String device, TimeRange range, int atMost) throws HistoryException;

  /**
   * Power of a node, a rack or the cluster over time, as the fleet view has summed it.
   *
   * @param scope {@code node}, {@code rack} or {@code cluster}
   * @param name the node or rack; {@code all} for the cluster
   * @param atMost number of stretches, at least 1
   */
  List<PowerBucket> fleetPower(String scope, String name, TimeRange range, int atMost)
      throws HistoryException;

  /**
   * Energy of one book by device and name, in the order of both. Entries belong to the range in
   * which they start.
   *
   * @param device only of this device; null for all
   */
  List<NamedEnergy> namedEnergy(Book book, TimeRange range, @Nullable String device)
      throws HistoryException;

  /**
   * Energy of one book by device and user, in the order of both. An entry's user is its owner label
   * {@code user}; the name of the row is empty where entries have none.
   *
   * @param device only of this device; null for all
   */
  List<NamedEnergy> userEnergy(Book book, TimeRange range, @Nullable String device)
      throws HistoryException;

  /**
   * Activities of a device that overlap the range, in the order of their starts. Those that are
   * longer than a day are found only where they start in the range, or in the day before it.
   *
   * @param book only of this level; null for all
   * @param atMost of more the newest are given
   */
  List<PastActivity> activities(String device, TimeRange range, @Nullable Book book, int atMost)
      throws HistoryException;

  @Override
  void close();

  /**
   * Opens the history of a store.
   *
   * @throws IllegalArgumentException where the store is of a kind that is only written to
   */
  static History of(StoreAddress address) {
    if (!address.kind().isRead()) {
      throw new IllegalArgumentException(
          "a store of kind "
              + address.kind().name().toLowerCase(Locale.ROOT)
              + " is written to by sinks, and cannot be read: give one of kind questdb or influxdb,"
              + " or none");
    }
    return address.kind() == StoreKind.QUESTDB ? new SqlHistory(address) : new FluxHistory(address);
  }
}
