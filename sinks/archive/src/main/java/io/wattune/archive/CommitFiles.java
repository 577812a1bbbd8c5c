package io.wattune.archive;

import io.wattune.archive.Placement.GroupedRecord;
import io.wattune.archive.parquet.ParquetInput;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.file.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of an archive's commits: written, described for the manifest, and deleted again where
 * no commit names them. Not for several threads.
 */
final class CommitFiles {
  private static final Comparator<GroupedRecord> BY_KEY_AND_PLACE =
      Comparator.comparing(GroupedRecord::key)
          .thenComparingInt(placed -> placed.record().partition())
          .thenComparingLong(placed -> placed.record().offset());

  private final Path root;
  private final FileWriter files;
  private final List<Path> uncommitted = new ArrayList<>();

  CommitFiles(Path root, SchemaStore schemas) {
    this.root = root;
    this.files = new FileWriter(schemas);
  }

  /**
   * Writes the files of a commit, one open at a time. They count when the manifest says so.
   *
   * @param commit the commit's number
   */
  List<ArchiveFile> write(long commit, Map<FileGroup, List<GroupedRecord>> gathered)
      throws IOException {
    Path progress = root.resolve(ArchiveFormat.IN_PROGRESS);
    DurableFolder.createFolders(progress);
    List<ArchiveFile> described = new ArrayList<>();
    Set<Path> folders = new LinkedHashSet<>();
    int number = 0;
    for (Map.Entry<FileGroup, List<GroupedRecord>> group : gathered.entrySet()) {
      String name = String.format(Locale.ROOT, "%020d-%04d.parquet", commit, number++);
      Path unfinished = progress.resolve(name);
      List<GroupedRecord> records = group.getValue();
      uncommitted.add(unfinished);
      records.sort(BY_KEY_AND_PLACE);
      files.write(unfinished, group.getKey(), records);
      DurableFolder.force(unfinished);
      String path = group.getKey().folder() + "/" + name;
      described.add(describe(group.getKey(), records, path, unfinished));
      Path target = root.resolve(path);
      uncommitted.add(target);
      DurableFolder.createFolders(DurableFolder.parent(target));
      DurableFolder.move(unfinished, target);
      folders.add(DurableFolder.parent(target));
    }
    for (Path folder : folders) {
      DurableFolder.force(folder);
    }
    return described;
  }

  private static ArchiveFile describe(
      FileGroup group, List<GroupedRecord> records, String path, Path file) throws IOException {
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
        Sha256.of(file),
        FileWriter.hex(group.schema()),
        records.stream().mapToLong(GroupedRecord::firstNanos).min().orElseThrow(),
        records.stream().mapToLong(GroupedRecord::lastNanos).max().orElseThrow(),
        spans(records));
  }

  private static List<ArchiveFile.Span> spans(List<GroupedRecord> records) {
    Map<String, ArchiveFile.Span> spans = new TreeMap<>();
    for (GroupedRecord placed : records) {
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

  /** The manifest names the files that were written last. */
  void committed() {
    uncommitted.clear();
  }

  /** Deletes the files that were written since the last commit. */
  void deleteUncommitted() throws IOException {
    for (Path file : uncommitted) {
      Files.deleteIfExists(file);
    }
    uncommitted.clear();
  }

  /**
   * Deletes files of commits that never were: in progress, or in place with a number that is not
   * given.
   *
   * @param next the number of the next commit
   */
  void deleteUnfinished(long next) throws IOException {
    for (Path file : unfinished(next)) {
      Files.deleteIfExists(file);
    }
  }

  private List<Path> unfinished(long next) throws IOException {
    String first = String.format(Locale.ROOT, "%020d-", next);
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .filter(
              file ->
                  file.getFileName().toString().startsWith(first)
                      || file.startsWith(root.resolve(ArchiveFormat.IN_PROGRESS))
                      || file.getFileName().toString().endsWith(".unfinished"))
          .toList();
    }
  }
}
