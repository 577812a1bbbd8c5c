package io.wattune.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.archive.ArchiveFinding.Kind;
import io.wattune.schemas.file.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with an archive is seen. */
class ArchiveCheckTest {

  @TempDir Path folder;

  @Test
  void aWholeArchiveHasNoFindings() throws Exception {
    ArchiveFolder.write(folder, 30, 6, 9);

    assertThat(findings()).isEmpty();
  }

  @Test
  void aCommitThatIsGoneIsAHoleInTheManifestAndInTheOffsets() throws Exception {
    ArchiveFolder.write(folder, 30, 6, 9);
    Files.delete(folder.resolve("_manifest/00000000000000000002.json"));

    assertThat(findings())
        .extracting(ArchiveFinding::kind)
        .contains(Kind.MISSING_COMMIT, Kind.OFFSET_GAP, Kind.BLOCK_GAP, Kind.UNKNOWN_FILE);
    assertThat(findings())
        .anyMatch(
            f -> f.detail().equals("offsets 30 to 35 of readings-0 (topic-id) are in no commit"));
  }

  @Test
  void aCommitOfAnotherArchiveIsSeen() throws Exception {
    ArchiveFolder.write(folder, 30, 6);
    ArchiveFolder.write(folder.resolveSibling("other"), 29, 6);
    String commit = "_manifest/00000000000000000002.json";
    Files.copy(
        folder.resolveSibling("other").resolve(commit),
        folder.resolve(commit),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    assertThat(findings())
        .extracting(ArchiveFinding::kind)
        .contains(Kind.MISSING_COMMIT, Kind.OFFSET_DOUBLE);
  }

  @Test
  void aBitThatFlippedIsSeenAndTheFileIsNotRead() throws Exception {
    ArchiveFolder.write(folder, 30);
    Path file = firstFile();
    byte[] content = Files.readAllBytes(file);
    content[content.length / 2] ^= 1;
    Files.write(file, content);

    assertThat(findings()).extracting(ArchiveFinding::kind).containsOnlyOnce(Kind.BAD_CHECKSUM);
    assertThatThrownBy(() -> ArchiveFolder.offsets(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("is not as it was written");
  }

  /** One that cannot be read for want of permission ends in the same way. */
  @Test
  void aFileThatCannotBeReadDoesNotHideWhatIsWrongWithOthers() throws Exception {
    ArchiveFolder.write(folder, 30);
    List<ArchiveFile> files = Archive.open(folder).commits().get(0).files();
    Path broken = folder.resolve(files.get(0).path());
    Files.writeString(broken, "no Parquet");
    Path manifest = folder.resolve("_manifest/00000000000000000001.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace(files.get(0).sha256(), Sha256.of(broken)));
    Files.delete(folder.resolve(files.get(1).path()));

    assertThat(findings())
        .extracting(ArchiveFinding::kind)
        .contains(Kind.UNREADABLE_FILE, Kind.MISSING_FILE);
  }

  @Test
  void aFileThatIsGoneIsSeen() throws Exception {
    ArchiveFolder.write(folder, 30);
    Files.delete(firstFile());

    assertThat(findings()).extracting(ArchiveFinding::kind).contains(Kind.MISSING_FILE);
    assertThatThrownBy(() -> ArchiveFolder.offsets(folder)).hasMessageContaining("is gone");
  }

  /** What a hostile archive names elsewhere is neither read nor told of. */
  @ParameterizedTest
  @ValueSource(strings = {"../secret", "/etc/passwd", "a/../../secret"})
  void aFileOutsideOfTheArchiveIsNotLookedAt(String elsewhere) throws Exception {
    Path archive = folder.resolve("archive");
    ArchiveFolder.write(archive, 30);
    Files.writeString(folder.resolve("secret"), "secret");
    ArchiveFile file = Archive.open(archive).commits().get(0).files().get(0);
    Path manifest = archive.resolve("_manifest/00000000000000000001.json");
    Files.writeString(manifest, Files.readString(manifest).replace(file.path(), elsewhere));

    List<ArchiveFinding> findings = ArchiveCheck.all(Archive.open(archive), bytes -> {});

    assertThat(findings)
        .filteredOn(finding -> finding.kind() == Kind.UNREADABLE_FILE)
        .singleElement()
        .satisfies(finding -> assertThat(finding.detail()).contains("outside of the archive"));
    assertThat(findings).extracting(ArchiveFinding::kind).doesNotContain(Kind.BAD_CHECKSUM);
    assertThatThrownBy(() -> ArchiveFolder.offsets(archive))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("outside of the archive");
  }

  @Test
  void whatTheBrokerDeletedIsSaidAndIsNoHole() throws Exception {
    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      store.add(ArchiveFolder.record(9));
      store.commit(
          List.of(new OffsetRange(ArchiveFolder.READINGS_0, 9, 10, 1)),
          List.of(new LostRange(ArchiveFolder.READINGS_0, 0, 9, "deleted")),
          ArchiveFolder.NOW);
    }

    assertThat(findings())
        .contains(new ArchiveFinding(Kind.LOST, "offsets 0 to 8 of readings-0 (topic-id): deleted"))
        .extracting(ArchiveFinding::kind)
        .doesNotContain(Kind.OFFSET_GAP);
  }

  @Test
  void blocksThatNeverCameOrCameTwiceAreSeen() throws Exception {
    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      long[] sequences = {0, 1, 2, 5, 5, 6, 0, 1};
      for (int i = 0; i < sequences.length; i++) {
        store.add(ArchiveFolder.record(i, "n1/GPU-0", sequences[i]));
      }
      store.commit(
          List.of(new OffsetRange(ArchiveFolder.READINGS_0, 0, 8, 8)),
          List.of(),
          ArchiveFolder.NOW);
    }

    List<ArchiveFinding> findings = findings();
    assertThat(findings).hasSize(2);
    assertThat(findings.get(0).detail()).startsWith("2 blocks of device n1/GPU-0 are missing");
    assertThat(findings.get(1).detail()).startsWith("device n1/GPU-0 sent 1 blocks again");
  }

  @Test
  void aRangeMustHoldWhatWasGathered() throws Exception {
    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      store.add(ArchiveFolder.record(0));
      assertThatThrownBy(
              () ->
                  store.commit(
                      List.of(new OffsetRange(ArchiveFolder.READINGS_0, 0, 2, 2)),
                      List.of(),
                      ArchiveFolder.NOW))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private List<ArchiveFinding> findings() throws Exception {
    return ArchiveCheck.all(Archive.open(folder), bytes -> {});
  }

  private Path firstFile() throws Exception {
    return folder.resolve(Archive.open(folder).commits().get(0).files().get(0).path());
  }
}
