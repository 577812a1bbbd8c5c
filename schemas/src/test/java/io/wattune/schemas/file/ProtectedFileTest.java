package io.wattune.schemas.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class ProtectedFileTest {
  private static final int MOST = 100;
  private static final int NOBODY = 65_534;

  @TempDir private Path folder;

  @Test
  void whatOnlyItsOwnerMayWriteIsRead() throws Exception {
    assertThat(text(ProtectedFile.read(file("a", "rw-r--r--"), MOST))).isEqualTo("content");
    assertThat(text(ProtectedFile.readSecret(file("b", "rw-r-----"), MOST))).isEqualTo("content");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--rw-", "rw-rw-rw-", "rw-----w-"})
  void whatOthersMayWriteIsNot(String rights) throws Exception {
    Path file = file("a", rights);

    assertThatThrownBy(() -> ProtectedFile.read(file, MOST))
        .isInstanceOf(UnprotectedFileException.class)
        .hasMessageContaining(rights)
        .hasMessageContaining("chmod go-w " + file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw--w----", "rw------x"})
  void aSecretThatOthersMayReadIsNot(String rights) throws Exception {
    Path file = file("a", rights);

    assertThatThrownBy(() -> ProtectedFile.readSecret(file, MOST))
        .isInstanceOf(UnprotectedFileException.class)
        .hasMessageContaining("chmod 600 " + file)
        .hasMessageNotContaining("content");
  }

  @Test
  void aFileInAFolderInWhichOthersMayWriteIsNotHoweverFarUp() throws Exception {
    Path open = Files.createDirectories(folder.resolve("open"));
    Path inner = Files.createDirectories(open.resolve("inner"));
    Path file = Files.writeString(inner.resolve("a"), "content");
    rights(open, "rwxrwxrwx");

    assertThatThrownBy(() -> ProtectedFile.read(file, MOST))
        .isInstanceOf(UnprotectedFileException.class)
        .hasMessageContaining("chmod go-w " + open);
  }

  @Test
  void aLinkInAFolderInWhichOthersMayWriteIsNot() throws Exception {
    Path file = file("a", "rw-r--r--");
    Path open = Files.createDirectories(folder.resolve("open"));
    Path link = Files.createSymbolicLink(open.resolve("link"), file);
    assertThat(text(ProtectedFile.read(link, MOST))).isEqualTo("content");
    rights(open, "rwxrwxrwx");

    assertThatThrownBy(() -> ProtectedFile.read(link, MOST))
        .isInstanceOf(UnprotectedFileException.class);
  }

  @Test
  void aFileOfAnotherUserIsNot() throws Exception {
    Path file = file("a", "rw-r--r--");
    assumeTrue(isRoot(), "only root can give a file away");
    Files.setAttribute(file, "unix:uid", NOBODY);

    assertThatThrownBy(() -> ProtectedFile.read(file, MOST))
        .isInstanceOf(UnprotectedFileException.class)
        .hasMessageContaining("belongs to user " + NOBODY);
  }

  @Test
  void aGroupMayWriteOnlyIfItIsTheUsersOwn() throws Exception {
    Path file = file("a", "rw-rw-r--");
    assumeTrue(isRoot(), "only root can give a file to any group");
    assertThat(text(ProtectedFile.read(file, MOST))).as("root's own").isEqualTo("content");
    Files.setAttribute(file, "unix:gid", NOBODY);

    assertThatThrownBy(() -> ProtectedFile.read(file, MOST))
        .isInstanceOf(UnprotectedFileException.class);
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeIsRefusedAndNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assumeTrue(mkfifo.waitFor(5, TimeUnit.SECONDS) && mkfifo.exitValue() == 0);

    assertThatThrownBy(() -> ProtectedFile.read(pipe, MOST))
        .isInstanceOf(UnprotectedFileException.class)
        .hasMessageContaining("no plain file");
  }

  @Test
  void whatIsTooLongIsNotReadWhole() throws Exception {
    Path file = Files.writeString(folder.resolve("a"), "x".repeat(MOST + 1));

    assertThatThrownBy(() -> ProtectedFile.read(file, MOST))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("too long");
  }

  private boolean isRoot() throws IOException {
    return Integer.valueOf(0).equals(Files.getAttribute(folder, "unix:uid"));
  }

  private Path file(String name, String rights) throws IOException {
    return rights(Files.writeString(folder.resolve(name), "content"), rights);
  }

  private static Path rights(Path path, String rights) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
