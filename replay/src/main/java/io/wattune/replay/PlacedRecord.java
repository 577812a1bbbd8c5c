package io.wattune.replay;

import java.util.Comparator;

/**
 * A record of an archive, and where it stood.
 *
 * @param commit commit of the archive
 * @param partition partition of the topic
 * @param offset offset in the partition
 */
record PlacedRecord<T>(long commit, int partition, long offset, T record) {
  /** The order in which a device's records came. */
  static final Comparator<PlacedRecord<?>> ORDER =
      Comparator.<PlacedRecord<?>>comparingLong(PlacedRecord::commit)
          .thenComparingInt(PlacedRecord::partition)
          .thenComparingLong(PlacedRecord::offset);
}
