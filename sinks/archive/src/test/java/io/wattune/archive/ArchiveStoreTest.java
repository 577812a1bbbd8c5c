package io.wattune.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything is in the archive once, whatever stops the writer. */
class ArchiveStoreTest {

  @TempDir Path folder;

  @Test
  void aWriterGoesOnBehindWhatTheManifestHolds() throws Exception {
    ArchiveFolder.write(folder, 10, 20);
    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      assertThat(store.position(ArchiveFolder.READINGS_0)).hasValue(30);
      assertThat(store.position(new SourcePartition("readings", "another-topic-id", 0))).isEmpty();
      assertThat(ArchiveFolder.commit(store, 5).number()).isEqualTo(3);
    }
    assertThat(ArchiveFolder.offsets(folder))
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 35).boxed().toList());
    assertThat(ArchiveCheck.all(Archive.open(folder), bytes -> {})).isEmpty();
  }

  /** As after kill -9 between the files and the manifest. */
  @Test
  void filesThatNoCommitNamesAreDeletedAndWrittenAgain() throws Exception {
    ArchiveFolder.write(folder, 10);
    ArchiveFolder.write(folder, 20);
    Path commit = folder.resolve("_manifest/00000000000000000002.json");
    Files.delete(commit);
    Path unfinished = folder.resolve("_in-progress/00000000000000000002-0000.parquet");
    Files.createDirectories(unfinished.getParent());
    Files.writeString(unfinished, "half a file");
    Files.writeString(folder.resolve("_manifest/00000000000000000002.json.unfinished"), "{");
    long files = parquetFiles();

    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      assertThat(parquetFiles()).isLessThan(files);
      assertThat(unfinished).doesNotExist();
      assertThat(store.position(ArchiveFolder.READINGS_0)).hasValue(10);
      ArchiveFolder.commit(store, 20);
    }
    assertThat(ArchiveFolder.offsets(folder)).hasSize(30).doesNotHaveDuplicates();
    assertThat(ArchiveCheck.all(Archive.open(folder), bytes -> {})).isEmpty();
  }

  /** Where files should go there is none, as on a disk that is full. */
  @Test
  void aCommitThatFailsChangesNothingAndCanBeTriedAgain() throws Exception {
    ArchiveFolder.write(folder, 10);
    Path blocked = folder.resolve("readings/date=2026-01-05");
    Path away = folder.resolveSibling("away");
    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      Files.move(blocked, away);
      Files.writeString(blocked, "no folder can be made here");
      for (int i = 10; i < 30; i++) {
        store.add(ArchiveFolder.record(i));
      }
      var range = List.of(new OffsetRange(ArchiveFolder.READINGS_0, 10, 30, 20));
      assertThatThrownBy(() -> store.commit(range, List.of(), ArchiveFolder.NOW))
          .isInstanceOf(IOException.class);
      assertThat(store.gatheredRecords()).isEqualTo(20);
      assertThat(Archive.open(folder).commits()).hasSize(1);
      try (Stream<Path> left = Files.list(folder.resolve("_in-progress"))) {
        assertThat(left).isEmpty();
      }

      Files.delete(blocked);
      Files.move(away, blocked);
      assertThat(store.commit(range, List.of(), ArchiveFolder.NOW).number()).isEqualTo(2);
      assertThat(store.gatheredBytes()).isZero();
    }
    assertThat(ArchiveFolder.offsets(folder)).hasSize(30).doesNotHaveDuplicates();
    assertThat(ArchiveCheck.all(Archive.open(folder), bytes -> {})).isEmpty();
  }

  @Test
  void aFolderHasOneWriter() throws Exception {
    try (ArchiveStore first = ArchiveFolder.open(folder)) {
      assertThatThrownBy(() -> ArchiveFolder.open(folder))
          .isInstanceOf(ArchiveException.class)
          .hasMessageContaining("has a writer already");
      assertThat(first.header().buckets()).isEqualTo(4);
    }
    ArchiveFolder.open(folder).close();
  }

  @Test
  void anotherNamespaceAndAnotherKindOfFolderAreRefused() throws Exception {
    ArchiveFolder.write(folder.resolve("a"), 1);
    var other = new ArchiveHeader(ArchiveFormat.LAYOUT, "wattune.replay.x", 4);
    assertThatThrownBy(() -> ArchiveStore.open(folder.resolve("a"), other, BundledSchemas.get()))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("is the archive of 'wattune'");

    Files.createDirectory(folder.resolve("b"));
    Files.writeString(folder.resolve("b/letter.txt"), "dear");
    assertThatThrownBy(() -> ArchiveFolder.open(folder.resolve("b")))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("holds something else");
  }

  /**
   * As after kill -9, or on a disk that was full, while the header of a new archive was written.
   */
  @Test
  void anArchiveThatWasOnlyBegunIsBegunAgain() throws Exception {
    Files.createDirectories(folder.resolve("_manifest"));
    Files.writeString(folder.resolve("_lock"), "");
    Files.writeString(folder.resolve("archive.json.unfinished"), "{");

    ArchiveFolder.write(folder, 10);

    assertThat(ArchiveFolder.offsets(folder)).hasSize(10);
    assertThat(folder.resolve("archive.json.unfinished")).doesNotExist();
  }

  /** An archive that has lost its header is not taken for a new one. */
  @Test
  void commitsWithoutAHeaderAreNoNewArchive() throws Exception {
    ArchiveFolder.write(folder, 10);
    Files.delete(folder.resolve(ArchiveFormat.HEADER));

    assertThatThrownBy(() -> ArchiveFolder.open(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("holds something else");
  }

  @Test
  void aNewerLayoutIsRefused() throws Exception {
    ArchiveFolder.write(folder, 1);
    Path header = folder.resolve(ArchiveFormat.HEADER);
    Files.writeString(header, Files.readString(header).replace("\"layout\" : 1", "\"layout\" : 2"));
    assertThatThrownBy(() -> Archive.open(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("knows layout 1 only");
  }

  @Test
  void whatCannotBeReadIsKeptAsBytesWithTheReason() throws Exception {
    byte[] key = ArchiveFolder.bytes("n1/GPU-0");
    List<ArchivedRecord> bad = new ArrayList<>();
    byte[] good = ArchiveFolder.record(0).value();
    bad.add(record(0, key, ArchiveFolder.bytes("no block")));
    bad.add(record(1, key, null));
    bad.add(record(2, null, good));
    bad.add(record(3, ArchiveFolder.bytes("n1/GPU-1"), good));
    bad.add(record(4, new byte[] {(byte) 0xC3}, good));
    ArchiveCommit commit;
    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      bad.forEach(store::add);
      store.add(record(5, key, good));
      commit =
          store.commit(
              List.of(new OffsetRange(ArchiveFolder.READINGS_0, 0, 6, 6)),
              List.of(),
              ArchiveFolder.NOW);
    }
    assertThat(commit.unreadableRecords()).isEqualTo(5);
    List<String> reasons = new ArrayList<>();
    Path file =
        folder.resolve(
            commit.files().stream()
                .filter(f -> f.kind().equals(ArchiveFormat.UNREADABLE))
                .findFirst()
                .orElseThrow()
                .path());
    try (var input = new io.wattune.archive.parquet.ParquetInput(file)) {
      RecordRows.forEach(
          input,
          row -> {
            var record = (org.apache.avro.generic.GenericRecord) row.get("record");
            reasons.add(record.get("reason").toString());
          });
    }
    assertThat(reasons)
        .containsExactly("no-single-object-marker", "no-value", "no-key", "key-mismatch", "no-key");
    assertThat(ArchiveFolder.offsets(folder)).containsExactly(5L);
    assertThat(ArchiveCheck.all(Archive.open(folder), bytes -> {}))
        .extracting(ArchiveFinding::kind)
        .containsExactly(ArchiveFinding.Kind.UNREADABLE);
  }

  /** Ten thousand devices are sixteen files, not ten thousand. */
  @Test
  void theNumberOfFilesDoesNotGrowWithTheNumberOfDevices() throws Exception {
    ArchiveCommit commit;
    var header = new ArchiveHeader(ArchiveFormat.LAYOUT, "wattune", 16);
    try (ArchiveStore store = ArchiveStore.open(folder, header, BundledSchemas.get())) {
      for (int i = 0; i < 10_000; i++) {
        store.add(ArchiveFolder.record(i, "n" + i / 8 + "/GPU-" + i, 0));
      }
      commit =
          store.commit(
              List.of(new OffsetRange(ArchiveFolder.READINGS_0, 0, 10_000, 10_000)),
              List.of(),
              ArchiveFolder.NOW);
    }
    assertThat(commit.files()).hasSize(16);
    assertThat(ArchiveFolder.offsets(folder)).hasSize(10_000).doesNotHaveDuplicates();
  }

  private static ArchivedRecord record(long offset, byte[] key, byte[] value) {
    return new ArchivedRecord(
        Topic.READINGS, 0, offset, ArchiveFolder.NOW.toEpochMilli(), key, value, List.of());
  }

  private long parquetFiles() throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".parquet")).count();
    }
  }
}
