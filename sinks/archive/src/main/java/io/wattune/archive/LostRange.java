package io.wattune.archive;

/**
 * Offsets of a partition that are in no file, and never will be.
 *
 * @param source the partition
 * @param from the first offset
 * @param to the offset after the last one
 * @param why what became of them, for people
 */
public record LostRange(SourcePartition source, long from, long to, String why) {

  public LostRange {
    if (from < 0 || to <= from) {
      throw new IllegalArgumentException(
          "a lost range must hold an offset, was " + from + " to " + to);
    }
  }
}
