package io.wattune.archive;

import io.wattune.archive.Manifest.Stored;
import io.wattune.archive.Placement.GroupedRecord;
import io.wattune.schemas.codec.SchemaStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Writes an archive. Records are gathered in memory, since the topics keep them; a commit writes
 * them to files, one open at a time, and then says so in the manifest. Whatever happens, a record
 * is in the archive once: a writer goes on behind the offsets that the manifest holds, and files
 * that no commit names are deleted when it opens the folder. Not for several threads; a folder has
 * one writer.
 */
public final class ArchiveStore implements AutoCloseable {
  private final LockedFolder folder;
  private final Manifest manifest;
  private final Placement placement;
  private final CommitFiles files;
  private final Map<FileGroup, List<GroupedRecord>> gathered = new TreeMap<>();
  private final Map<SourcePartition, Long> positions = new HashMap<>();
  private long gatheredBytes;
  private long gatheredRecords;
  private long lastCommit;
  private String lastSha256 = "";

  private ArchiveStore(LockedFolder folder, SchemaStore schemas) throws IOException {
    this.folder = folder;
    this.manifest = new Manifest(folder.root());
    this.placement = new Placement(folder.header().buckets(), schemas);
    this.files = new CommitFiles(folder.root(), schemas);
    for (Stored stored : manifest.commits()) {
      stored.commit().lost().forEach(lost -> positions.merge(lost.source(), lost.to(), Math::max));
      stored.commit().ranges().forEach(r -> positions.merge(r.source(), r.to(), Math::max));
      lastCommit = stored.commit().number();
      lastSha256 = stored.sha256();
    }
    files.deleteUnfinished(lastCommit + 1);
  }

  /**
   * Opens a folder for writing, and makes an archive of it when it is absent or empty.
   *
   * @param wanted what a new archive should be like; an archive that is there keeps its own number
   *     of buckets
   * @throws ArchiveException where the folder is something else, is of another namespace, or has
   *     another writer
   */
  public static ArchiveStore open(Path root, ArchiveHeader wanted, SchemaStore schemas)
      throws IOException {
    LockedFolder folder = LockedFolder.open(root, wanted);
    try {
      return new ArchiveStore(folder, schemas);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /**
   * Makes an archive of a folder that is absent or empty, as {@link #open} does, and looks whether
   * it could be opened.
   *
   * @throws ArchiveException where it could not
   */
  public static void prepare(Path root, ArchiveHeader wanted) throws IOException {
    LockedFolder.open(root, wanted).close();
  }

  /** What holds for the whole archive. */
  public ArchiveHeader header() {
    return folder.header();
  }

  /** The offset behind what the archive holds of a partition; empty where it holds nothing. */
  public OptionalLong position(SourcePartition source) {
    Long position = positions.get(source);
    return position == null ? OptionalLong.empty() : OptionalLong.of(position);
  }

  /** Gathers a record for the next commit. */
  public void add(ArchivedRecord record) {
    GroupedRecord placed = placement.place(record);
    gathered.computeIfAbsent(placed.group(), group -> new ArrayList<>()).add(placed);
    gatheredBytes += record.memoryBytes();
    gatheredRecords++;
  }

  /** What the gathered records take in memory, roughly. */
  public long gatheredBytes() {
    return gatheredBytes;
  }

  /** Records that the next commit will hold. */
  public long gatheredRecords() {
    return gatheredRecords;
  }

  /**
   * Writes what has been gathered. When it returns, the archive holds it, power failures or not;
   * when it throws, the archive is as before, and the records are still gathered: it can be called
   * again.
   *
   * @param ranges the offsets that the gathered records are from
   * @param lost offsets that nobody can archive any more
   * @param now the writer's clock, for people who read the manifest
   */
  public ArchiveCommit commit(List<OffsetRange> ranges, List<LostRange> lost, Instant now)
      throws IOException {
    long records = ranges.stream().mapToLong(OffsetRange::records).sum();
    if (records != gatheredRecords) {
      throw new IllegalArgumentException(
          "the ranges hold " + records + " records, gathered are " + gatheredRecords);
    }
    takeBack();
    ArchiveCommit commit;
    try {
      commit =
          new ArchiveCommit(
              ArchiveFormat.LAYOUT,
              lastCommit + 1,
              lastSha256,
              now.toString(),
              ranges,
              lost,
              files.write(lastCommit + 1, gathered));
      lastSha256 = manifest.append(commit);
    } catch (IOException | RuntimeException e) {
      try {
        takeBack();
      } catch (IOException again) {
        e.addSuppressed(again); // Tried again before the next commit.
      }
      throw e;
    }
    files.committed();
    lastCommit = commit.number();
    lost.forEach(l -> positions.merge(l.source(), l.to(), Math::max));
    ranges.forEach(r -> positions.merge(r.source(), r.to(), Math::max));
    gathered.clear();
    gatheredBytes = 0;
    gatheredRecords = 0;
    return commit;
  }

  /** Undoes a commit that failed: first what says that its files count, then the files. */
  private void takeBack() throws IOException {
    manifest.remove(lastCommit + 1);
    files.deleteUncommitted();
  }

  /** Gives the folder free. What was gathered and not committed is still in the topics. */
  @Override
  public void close() throws IOException {
    folder.close();
  }
}
