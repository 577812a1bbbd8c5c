package io.wattune.archive;

import java.util.List;

/**
 * A file of the archive, as the manifest describes it.
 *
 * @param path from the archive's root, with slashes
 * @param kind label of the topic, or {@link ArchiveFormat#UNREADABLE}
 * @param date UTC date of the records' event time
 * @param bucket which part of the keys
 * @param records records of the topic
 * @param rows rows of the file
 * @param bytes size of the file
 * @param sha256 SHA-256 of the file
 * @param schema fingerprint of the schema that the records were written with, 16 hex digits
 * @param firstNanos earliest event time in it, epoch nanoseconds
 * @param lastNanos latest event time in it, epoch nanoseconds
 * @param offsets which offsets of which partitions
 */
public record ArchiveFile(
    String path,
    String kind,
    String date,
    int bucket,
    long records,
    long rows,
    long bytes,
    String sha256,
    String schema,
    long firstNanos,
    long lastNanos,
    List<Span> offsets) {

  /**
   * Offsets of one partition; those between may be in other files of the same commit.
   *
   * @param topic label of the topic
   * @param partition number of the partition
   * @param first lowest offset in the file
   * @param last highest offset in the file
   * @param records records in the file
   */
  public record Span(String topic, int partition, long first, long last, long records) {}

  public ArchiveFile {
    offsets = List.copyOf(offsets);
  }
}
