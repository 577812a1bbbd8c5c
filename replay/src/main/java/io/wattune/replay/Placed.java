package io.wattune.replay;

import java.util.Comparator;

/**
 * A record of an archive, and where it stood.
 *
 * @param commit commit of the archive
 * @param partition partition of the topic
 * @param offset offset in the partition
 */
record Placed<T>(long commit, int partition, long offset, T record) {
  /** The order in which a device's records came. */
  static final Comparator<Placed<?>> ORDER =
      Comparator.<Placed<?>>comparingLong(Placed::commit)
          .thenComparingInt(Placed::partition)
          .thenComparingLong(Placed::offset);
}
