package io.wattune.replay;

import java.util.Comparator;

/**
 * Where a record stood, in the order in which a device's records came.
 *
 * @param commit commit of the archive
 * @param partition partition of the topic
 * @param offset offset in the partition
 */
record ArchivedPlace(long commit, int partition, long offset) implements Comparable<ArchivedPlace> {
  private static final Comparator<ArchivedPlace> ORDER =
      Comparator.comparingLong(ArchivedPlace::commit)
          .thenComparingInt(ArchivedPlace::partition)
          .thenComparingLong(ArchivedPlace::offset);

  @Override
  public int compareTo(ArchivedPlace other) {
    return ORDER.compare(this, other);
  }
}
