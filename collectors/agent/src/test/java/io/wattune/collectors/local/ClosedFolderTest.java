package io.wattune.collectors.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ClosedFolderTest {
  private static final Path NAME = Path.of("a.jsonl");

  @TempDir private Path folder;

  /** As by who exchanges a file for a pipe between a look at it and its opening. */
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatWasTakenIsWhatIsOpenedWhateverComesInItsPlace() throws Exception {
    Files.writeString(folder.resolve(NAME), "taken");
    try (ClosedFolder closed = ClosedFolder.in(folder)) {
      closed.take(NAME);
      assertThat(closed.about(NAME).isRegularFile()).isTrue();
      pipe(folder.resolve(NAME));

      try (SeekableByteChannel opened = closed.open(NAME)) {
        ByteBuffer bytes = ByteBuffer.allocate(100);
        opened.read(bytes);
        assertThat(new String(bytes.array(), 0, bytes.position(), UTF_8)).isEqualTo("taken");
      }
      closed.giveBack(NAME, Path.of("a.taken"));
    }
    assertThat(folder.resolve("a.taken")).hasContent("taken");
    try (var left = Files.list(folder)) {
      assertThat(left).hasSize(2);
    }
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeIsSeenAndNotOpened() throws Exception {
    pipe(folder.resolve(NAME));
    try (ClosedFolder closed = ClosedFolder.in(folder)) {
      closed.take(NAME);

      assertThat(closed.about(NAME).isRegularFile()).isFalse();
      closed.giveBack(NAME, Path.of("a.refused"));
    }
    assertThat(folder.resolve("a.refused")).exists();
  }

  @Test
  void aFolderThatOthersMayEnterIsNotUsed() throws Exception {
    Path inner = Files.createDirectory(folder.resolve(".wattune-taking"));
    Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> ClosedFolder.in(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not the agent's own");
  }

  @Test
  void aLinkInItsPlaceIsNotFollowed() throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(folder.resolve(".wattune-taking"), elsewhere);

    assertThatThrownBy(() -> ClosedFolder.in(folder)).isInstanceOf(IOException.class);
  }

  private static void pipe(Path path) throws Exception {
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
  }
}
