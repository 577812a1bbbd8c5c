package io.wattune.collectors.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
class NodeLockTest {
  @TempDir private Path folder;

  @Test
  void nobodyElseMayOpenTheFileWhoeverMadeIt() throws Exception {
    Path fresh = folder.resolve("writer.lock");
    NodeLock.open(fresh).close();
    assertThat(rights(fresh)).isEqualTo("rw-------");

    Path earlier = Files.createFile(folder.resolve("guardian.lock"));
    Files.setPosixFilePermissions(earlier, PosixFilePermissions.fromString("rw-r--r--"));
    NodeLock.open(earlier).close();
    assertThat(rights(earlier)).isEqualTo("rw-------");
  }

  @Test
  void aFolderInWhichEverybodyMayReplaceTheFileIsRefused() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> NodeLock.open(folder.resolve("writer.lock")))
        .hasMessageContaining("everybody may write to the folder")
        .hasMessageContaining("chmod o-w");
  }

  @Test
  void aLinkIsNotFollowed() throws Exception {
    Path target = Files.writeString(folder.resolve("precious"), "kept");
    Path link = Files.createSymbolicLink(folder.resolve("writer.lock"), target);
    assertThatThrownBy(() -> NodeLock.open(link)).isInstanceOf(java.io.IOException.class);
    assertThat(target).hasContent("kept");
  }

  @Test
  void whoWaitsAtAFileThatWasReplacedGoesOverToTheNewOne() throws Exception {
    Path file = folder.resolve("writer.lock");
    Process other = null;
    try (NodeLock guardian = NodeLock.open(file)) {
      other = LockHolder.start(file);
      org.awaitility.Awaitility.await().until(() -> !isFree(guardian));
      assertThat(guardian.isForeign()).isTrue();

      assertThat(guardian.takeAnew("guardian")).isTrue();
      assertThat(guardian.isForeign()).isFalse();
      assertThat(rights(file)).isEqualTo("rw-------");
      guardian.release();
      assertThat(guardian.tryTake("guardian")).as("the old file's holder is out").isTrue();
    } finally {
      if (other != null) {
        other.destroyForcibly().waitFor();
      }
    }
  }

  private static boolean isFree(NodeLock lock) throws java.io.IOException {
    boolean isFree = lock.tryTake("guardian");
    lock.release();
    return isFree;
  }

  private static String rights(Path file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
