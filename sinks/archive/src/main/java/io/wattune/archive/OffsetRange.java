package io.wattune.archive;

/**
 * Offsets of a partition that a commit holds, all of them.
 *
 * @param source the partition
 * @param from the first offset
 * @param to the offset after the last one
 * @param records records in between; fewer than offsets where a topic has markers of transactions,
 *     or was compacted
 */
public record OffsetRange(SourcePartition source, long from, long to, long records) {

  public OffsetRange {
    if (from < 0 || to < from || records < 0 || records > to - from) {
      throw new IllegalArgumentException(
          "a range of offsets must go up and hold its records, was "
              + from
              + " to "
              + to
              + " with "
              + records
              + " records");
    }
  }
}
