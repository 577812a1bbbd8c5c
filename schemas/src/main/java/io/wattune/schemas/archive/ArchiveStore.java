package io.wattune.schemas.archive;

import io.wattune.schemas.archive.Manifest.Stored;
import io.wattune.schemas.archive.Placement.Placed;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.parquet.ParquetInput;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes an archive. Records are gathered in memory, since the topics keep them; a commit writes
 * them to files, one open at a time, and then says so in the manifest. Whatever happens, a record
 * is in the archive once: a writer goes on behind the offsets that the manifest holds, and files
 * that no commit names are deleted when it opens the folder. Not for several threads; a folder has
 * one writer.
 */
public final class ArchiveStore implements AutoCloseable {
  private static final Comparator<Placed> BY_KEY_AND_PLACE =
      Comparator.comparing(Placed::key)
          .thenComparingInt(placed -> placed.record().partition())
          .thenComparingLong(placed -> placed.record().offset());

  private final Path root;
  private final Manifest manifest;
  private final ArchiveHeader header;
  private final FileChannel lockFile;
  private final Placement placement;
  private final FileWriter files;
  private final Map<FileGroup, List<Placed>> gathered = new TreeMap<>();
  private final Map<SourcePartition, Long> positions = new HashMap<>();
  private final List<Path> uncommitted = new ArrayList<>();
  private long gatheredBytes;
  private long gatheredRecords;
  private long lastCommit;
  private String lastSha256 = "";

  private ArchiveStore(Path root, ArchiveHeader header, FileChannel lockFile, SchemaStore schemas)
      throws IOException {
    this.root = root;
    this.manifest = new Manifest(root);
    this.header = header;
    this.lockFile = lockFile;
    this.placement = new Placement(header.buckets(), schemas);
    this.files = new FileWriter(schemas);
    for (Stored stored : manifest.commits()) {
      stored.commit().lost().forEach(lost -> positions.merge(lost.source(), lost.to(), Math::max));
      stored.commit().ranges().forEach(r -> positions.merge(r.source(), r.to(), Math::max));
      lastCommit = stored.commit().number();
      lastSha256 = stored.sha256();
    }
    deleteUnfinished();
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
    Durable.createFolders(root.toAbsolutePath().normalize());
    if (!Files.exists(root.resolve(ArchiveFormat.HEADER))) {
      requireEmpty(root);
    }
    FileChannel lockFile = lock(root);
    try {
      var manifest = new Manifest(root);
      if (!Files.exists(root.resolve(ArchiveFormat.HEADER))) {
        manifest.write(wanted);
      }
      ArchiveHeader header = manifest.header();
      if (!header.namespace().equals(wanted.namespace())) {
        throw new ArchiveException(
            root
                + " is the archive of '"
                + header.namespace()
                + "', not of '"
                + wanted.namespace()
                + "'; name another folder");
      }
      return new ArchiveStore(root, header, lockFile, schemas);
    } catch (IOException | RuntimeException e) {
      lockFile.close();
      throw e;
    }
  }

  /** What holds for the whole archive. */
  public ArchiveHeader header() {
    return header;
  }

  /** The offset behind what the archive holds of a partition; empty where it holds nothing. */
  public OptionalLong position(SourcePartition source) {
    Long position = positions.get(source);
    return position == null ? OptionalLong.empty() : OptionalLong.of(position);
  }

  /** Gathers a record for the next commit. */
  public void add(ArchivedRecord record) {
    Placed placed = placement.place(record);
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
              writeFiles());
      lastSha256 = manifest.append(commit);
    } catch (IOException | RuntimeException e) {
      try {
        takeBack();
      } catch (IOException again) {
        e.addSuppressed(again); // Tried again before the next commit.
      }
      throw e;
    }
    uncommitted.clear();
    lastCommit = commit.number();
    lost.forEach(l -> positions.merge(l.source(), l.to(), Math::max));
    ranges.forEach(r -> positions.merge(r.source(), r.to(), Math::max));
    gathered.clear();
    gatheredBytes = 0;
    gatheredRecords = 0;
    return commit;
  }

  private List<ArchiveFile> writeFiles() throws IOException {
    Path progress = root.resolve(ArchiveFormat.IN_PROGRESS);
    Durable.createFolders(progress);
    List<ArchiveFile> described = new ArrayList<>();
    Set<Path> folders = new LinkedHashSet<>();
    int number = 0;
    for (Map.Entry<FileGroup, List<Placed>> group : gathered.entrySet()) {
      String name = String.format(Locale.ROOT, "%020d-%04d.parquet", lastCommit + 1, number++);
      Path unfinished = progress.resolve(name);
      List<Placed> records = group.getValue();
      uncommitted.add(unfinished);
      records.sort(BY_KEY_AND_PLACE);
      files.write(unfinished, group.getKey(), records);
      Durable.force(unfinished);
      String path = group.getKey().folder() + "/" + name;
      described.add(describe(group.getKey(), records, path, unfinished));
      Path target = root.resolve(path);
      uncommitted.add(target);
      Durable.createFolders(Durable.parent(target));
      Durable.move(unfinished, target);
      folders.add(Durable.parent(target));
    }
    for (Path folder : folders) {
      Durable.force(folder);
    }
    return described;
  }

  private static ArchiveFile describe(FileGroup group, List<Placed> records, String path, Path file)
      throws IOException {
    long rows;
    try (var written = new ParquetInput(file)) {
      rows = written.rows();
    }
    return new ArchiveFile(
        path,
        group.kind(),
        group.date(),
        group.bucket(),
        records.size(),
        rows,
        Files.size(file),
        Digest.of(file),
        FileWriter.hex(group.schema()),
        records.stream().mapToLong(Placed::firstNanos).min().orElseThrow(),
        records.stream().mapToLong(Placed::lastNanos).max().orElseThrow(),
        spans(records));
  }

  private static List<ArchiveFile.Span> spans(List<Placed> records) {
    Map<String, ArchiveFile.Span> spans = new TreeMap<>();
    for (Placed placed : records) {
      ArchivedRecord record = placed.record();
      String topic = record.topic().label();
      long offset = record.offset();
      spans.merge(
          String.format(Locale.ROOT, "%s-%010d", topic, record.partition()),
          new ArchiveFile.Span(topic, record.partition(), offset, offset, 1),
          (a, b) ->
              new ArchiveFile.Span(
                  topic,
                  a.partition(),
                  Math.min(a.first(), b.first()),
                  Math.max(a.last(), b.last()),
                  a.records() + b.records()));
    }
    return List.copyOf(spans.values());
  }

  /** Undoes a commit that failed: first what says that its files count, then the files. */
  private void takeBack() throws IOException {
    manifest.remove(lastCommit + 1);
    for (Path file : uncommitted) {
      Files.deleteIfExists(file);
    }
    uncommitted.clear();
  }

  /** Files of commits that never were: in progress, or in place with a number that is not given. */
  private void deleteUnfinished() throws IOException {
    for (Path file : unfinished()) {
      Files.deleteIfExists(file);
    }
  }

  private List<Path> unfinished() throws IOException {
    String next = String.format(Locale.ROOT, "%020d-", lastCommit + 1);
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .filter(
              file ->
                  file.getFileName().toString().startsWith(next)
                      || file.startsWith(root.resolve(ArchiveFormat.IN_PROGRESS))
                      || file.getFileName().toString().endsWith(".unfinished"))
          .toList();
    }
  }

  private static void requireEmpty(Path root) throws IOException {
    try (Stream<Path> content = Files.list(root)) {
      if (content.anyMatch(file -> !file.endsWith(ArchiveFormat.LOCK))) {
        throw new ArchiveException(
            root + " holds something else; name an archive, or a new or empty folder");
      }
    }
  }

  private static FileChannel lock(Path root) throws IOException {
    FileChannel channel =
        FileChannel.open(
            root.resolve(ArchiveFormat.LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Said below: it is this process that has it.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new ArchiveException(
        root + " has a writer already; stop it, or name another folder for this one");
  }

  /** Gives the folder free. What was gathered and not committed is still in the topics. */
  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
