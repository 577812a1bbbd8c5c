package io.wattune.archive.sink;

import io.wattune.archive.ArchiveCommit;
import io.wattune.archive.OffsetRange;
import org.jspecify.annotations.Nullable;

/**
 * How a writer is doing.
 *
 * @param commits commits that it has written
 * @param files files in them
 * @param records records in them
 * @param unreadable records that it kept as bytes only
 * @param lost offsets that were gone before it came to them
 * @param gathered records that wait in memory for the next commit
 * @param lag records that are in the topics and not yet read, as far as it is known
 * @param problem what keeps it from writing or reading; null while all is well
 */
public record ArchiveStatus(
    long commits,
    long files,
    long records,
    long unreadable,
    long lost,
    long gathered,
    long lag,
    @Nullable String problem) {

  /** After one commit more, which found so many offsets gone. */
  ArchiveStatus after(ArchiveCommit commit, long lostNow) {
    return new ArchiveStatus(
        commits + 1,
        files + commit.files().size(),
        records + commit.ranges().stream().mapToLong(OffsetRange::records).sum(),
        unreadable + commit.unreadableRecords(),
        lost + lostNow,
        0,
        lag,
        null);
  }

  ArchiveStatus with(long nowGathered, long nowLag, @Nullable String nowProblem) {
    return new ArchiveStatus(
        commits, files, records, unreadable, lost, nowGathered, nowLag, nowProblem);
  }
}
