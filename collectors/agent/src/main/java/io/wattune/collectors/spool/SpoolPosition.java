package io.wattune.collectors.spool;

import java.util.Comparator;

/**
 * Where a record is in the spool.
 *
 * @param segment number of its segment
 * @param offset where in the segment it begins
 * @param next where the one behind it begins
 */
record SpoolPosition(long segment, long offset, long next) implements Comparable<SpoolPosition> {
  private static final Comparator<SpoolPosition> ORDER =
      Comparator.comparingLong(SpoolPosition::segment).thenComparingLong(SpoolPosition::offset);

  @Override
  public int compareTo(SpoolPosition other) {
    return ORDER.compare(this, other);
  }
}
