package io.wattune.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.schemas.file.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Archives that are nearly right, with the checksums that go with them: the check tells what is
 * wrong or that they cannot be used, and reading them gives blocks or says why not.
 */
class ArchiveFuzzTest {
  @TempDir private Path folder;
  private Path manifest = Path.of("");
  private Path data = Path.of("");
  private String rightManifest = "";
  private byte[] rightData = {};

  @BeforeEach
  void write() throws Exception {
    ArchiveFolder.write(folder, 12);
    ArchiveFile file = Archive.open(folder).commits().get(0).files().get(0);
    data = folder.resolve(file.path());
    rightData = Files.readAllBytes(data);
    manifest = folder.resolve("_manifest/00000000000000000001.json");
    rightManifest = Files.readString(manifest);
  }

  @Test
  void forAWhile() throws Exception {
    fuzz(Duration.ofSeconds(3), 1);
  }

  @Test
  @Tag("soak")
  void forLong() throws Exception {
    fuzz(Duration.ofMinutes(5), System.nanoTime());
  }

  private void fuzz(Duration length, long seed) throws Exception {
    var random = new Random(seed);
    String sum = Sha256.of(data);
    int wrong = 0;
    long end = System.nanoTime() + length.toNanos();
    for (int i = 0; System.nanoTime() < end; i++) {
      boolean isData = random.nextBoolean();
      Files.write(data, isData ? changed(rightData, random) : rightData);
      String text = rightManifest.replace(sum, Sha256.of(data));
      Files.write(manifest, isData ? text.getBytes(UTF_8) : changed(text.getBytes(UTF_8), random));
      try {
        wrong += isWrong() ? 1 : 0;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", archive " + i, e);
      }
    }
    assertThat(wrong).as("seed %d", seed).isPositive();

    Files.write(data, rightData);
    Files.writeString(manifest, rightManifest);
    assertThat(isWrong()).as("seed %d, the right one", seed).isFalse();
  }

  /** Whether checking or reading finds a fault. */
  private boolean isWrong() throws Exception {
    try {
      boolean hasFindings = !ArchiveCheck.all(Archive.open(folder), bytes -> {}).isEmpty();
      return ArchiveFolder.offsets(folder).isEmpty() || hasFindings;
    } catch (IOException e) {
      assertThat(e).message().isNotBlank();
      return true;
    }
  }

  private static byte[] changed(byte[] right, Random random) {
    byte[] bytes = right.clone();
    // Headers and the footer are short beside the pages: most changes go there.
    int from = random.nextBoolean() ? Math.max(0, bytes.length - 3000) : 0;
    for (int n = random.nextInt(4); n >= 0; n--) {
      int at = from + random.nextInt(bytes.length - from);
      bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : bytes[at] ^ 1);
    }
    return bytes;
  }
}
