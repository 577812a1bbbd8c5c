package io.wattune.launcher.report;

/**
 * One datum, or one block of data, that could not be used.
 *
 * @param reason short stable code
 * @param detail what was wrong and where
 * @param origin file name, or topic
 * @param partition partition of the topic; -1 for a file
 * @param offset line number from 1 for a file; offset in the partition for a topic
 * @param data how many data are concerned
 * @param original its bytes, possibly cut; owned by this record, not copied
 * @param originalLength length before the cut
 */
public record RejectRow(
    String reason,
    String detail,
    String origin,
    int partition,
    long offset,
    int data,
    byte[] original,
    int originalLength) {

  /** Whether it is a line of a file. */
  public boolean isFromFile() {
    return partition < 0;
  }
}
