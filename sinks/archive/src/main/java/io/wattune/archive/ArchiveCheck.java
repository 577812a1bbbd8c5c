package io.wattune.archive;

import io.wattune.archive.ArchiveFinding.Kind;
import io.wattune.archive.parquet.ParquetInput;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.Sha256;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** Compares an archive with its manifest, and the manifest with itself. Changes nothing. */
public final class ArchiveCheck {
  private final Archive archive;
  private final List<ArchiveFinding> findings = new ArrayList<>();
  private final BlockCheck blocks = new BlockCheck();

  private ArchiveCheck(Archive archive) {
    this.archive = archive;
  }

  /** What the manifest says by itself: holes, doubles, what is lost. Reads no data. */
  public static List<ArchiveFinding> manifest(Archive archive) {
    return OffsetCheck.of(archive.stored());
  }

  /**
   * Everything: the manifest, and every file with its checksum, its rows and its blocks' numbers.
   *
   * @param bytesRead receives the number of bytes read so far
   */
  public static List<ArchiveFinding> all(Archive archive, LongConsumer bytesRead)
      throws IOException {
    var check = new ArchiveCheck(archive);
    check.findings.addAll(manifest(archive));
    long bytes = 0;
    for (ArchiveCommit commit : archive.commits()) {
      check.counts(commit);
      for (ArchiveFile file : commit.files()) {
        check.fileOrWhyNot(commit.number(), file);
        bytes += file.bytes();
        bytesRead.accept(bytes);
      }
    }
    check.findings.addAll(check.blocks.findings());
    check.unknownFiles();
    return List.copyOf(check.findings);
  }

  /** Each record of the ranges is in one file: as many in the files as in the ranges. */
  private void counts(ArchiveCommit commit) {
    Map<String, Long> records = new HashMap<>();
    commit.ranges().forEach(r -> records.merge(place(r.source()), r.records(), Long::sum));
    commit.files().stream()
        .flatMap(file -> file.offsets().stream())
        .forEach(s -> records.merge(s.topic() + "-" + s.partition(), -s.records(), Long::sum));
    records.forEach(
        (place, difference) -> {
          if (difference != 0) {
            add(
                Kind.WRONG_COUNT,
                "%s records of %s are missing in the files of commit %s"
                    .formatted(difference, place, commit.number()));
          }
        });
  }

  private static String place(SourcePartition source) {
    return source.topic() + "-" + source.partition();
  }

  /** A file that cannot be read must not hide what is wrong with the others. */
  private void fileOrWhyNot(long commit, ArchiveFile file) {
    try {
      file(commit, file);
    } catch (IOException | RuntimeException e) {
      add(
          Kind.UNREADABLE_FILE,
          file.path()
              + " with "
              + file.records()
              + " records cannot be read: "
              + FailureWords.of(e));
    }
  }

  private void file(long commit, ArchiveFile file) throws IOException {
    Path path = archive.path(file);
    if (!Files.isRegularFile(path)) {
      add(Kind.MISSING_FILE, file.path() + " with " + file.records() + " records is gone");
      return;
    }
    if (!Sha256.of(path).equals(file.sha256())) {
      add(
          Kind.BAD_CHECKSUM,
          file.path() + " with " + file.records() + " records is not as it was written");
      return;
    }
    if (file.kind().equals(ArchiveFormat.UNREADABLE)) {
      add(
          Kind.UNREADABLE,
          file.records()
              + " records could not be read; "
              + file.path()
              + " has their bytes and why");
    }
    try (var input = new ParquetInput(path)) {
      long records = file.records();
      if (file.kind().equals(Topic.READINGS.label())) {
        long[] found = {0};
        ReadingRows.forEach(
            input,
            block -> {
              found[0]++;
              blocks.accept(commit, block);
            });
        records = found[0];
      }
      if (input.rows() != file.rows() || records != file.records()) {
        add(
            Kind.WRONG_COUNT,
            file.path()
                + " has "
                + input.rows()
                + " rows and "
                + records
                + " records, not "
                + file.rows()
                + " and "
                + file.records());
      }
    }
  }

  private void unknownFiles() throws IOException {
    Set<Path> known = new HashSet<>();
    archive
        .commits()
        .forEach(c -> c.files().forEach(f -> known.add(archive.root().resolve(f.path()))));
    try (Stream<Path> all = Files.walk(archive.root())) {
      all.filter(file -> file.getFileName().toString().endsWith(".parquet"))
          .filter(file -> !file.startsWith(archive.root().resolve(ArchiveFormat.IN_PROGRESS)))
          .filter(file -> !known.contains(file))
          .sorted()
          .forEach(
              file ->
                  add(
                      Kind.UNKNOWN_FILE,
                      archive.root().relativize(file)
                          + " is in no commit; a writer that is at work will name or delete it"));
    } catch (UncheckedIOException e) {
      throw e.getCause(); // A folder that cannot be looked into: what it holds is not known.
    }
  }

  private void add(Kind kind, String detail) {
    findings.add(new ArchiveFinding(kind, detail));
  }
}
