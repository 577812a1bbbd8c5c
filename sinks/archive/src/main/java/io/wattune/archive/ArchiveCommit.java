package io.wattune.archive;

import java.util.List;

/**
 * What one step of the writer added to the archive: all of it, or nothing.
 *
 * @param layout version of the format
 * @param number number of the commit, from 1, without holes
 * @param previousSha256 SHA-256 of the commit before; empty for the first
 * @param writtenAt time of the writer's clock, ISO 8601; for people only
 * @param ranges offsets that the files hold
 * @param lost offsets before those that no file holds
 * @param files the files
 */
public record ArchiveCommit(
    int layout,
    long number,
    String previousSha256,
    String writtenAt,
    List<OffsetRange> ranges,
    List<LostRange> lost,
    List<ArchiveFile> files) {

  public ArchiveCommit {
    ranges = List.copyOf(ranges);
    lost = List.copyOf(lost);
    files = List.copyOf(files);
  }

  /** Records in the files that could not be read, and are kept as bytes. */
  public long unreadableRecords() {
    return files.stream()
        .filter(file -> file.kind().equals(ArchiveFormat.UNREADABLE))
        .mapToLong(ArchiveFile::records)
        .sum();
  }
}
