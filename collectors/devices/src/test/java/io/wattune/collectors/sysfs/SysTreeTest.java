package io.wattune.collectors.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SysTreeTest {
  @TempDir private Path root;

  @Test
  void readsOneValueOfEachFile() throws Exception {
    Files.writeString(root.resolve("a"), "42\n");
    Files.writeString(root.resolve("b"), "\n");
    var tree = new SysTree(root, SysFiles.MACHINE);

    assertThat(tree.number(tree.path("a"))).hasValue(42);
    assertThat(tree.number(tree.path("b"))).as("there is none").isEmpty();
    assertThat(tree.textIfAny(tree.path("b"))).isEmpty();
    assertThat(tree.numberIfAny(tree.path("none"))).isEmpty();
    assertThat(tree.list(root))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("a", "b");
    assertThat(tree.list(tree.path("none"))).isEmpty();
    assertThat(tree.list(tree.path("a"))).as("a file has nothing in it").isEmpty();
  }

  @Test
  void aFileThatIsNotThereIsNeverMade() {
    var tree = new SysTree(root, SysFiles.MACHINE);

    assertThatThrownBy(() -> tree.write(tree.path("gone"), "1"))
        .hasMessageContaining("gone is not there; was its device lost");
    assertThat(root.resolve("gone")).doesNotExist();
  }

  @Test
  void failuresSayWhatToDo() throws Exception {
    Files.writeString(
        root.resolve("text"), "a very long text that is no number at all, and goes on\n");
    var tree = new SysTree(root, failing(new AccessDeniedException("x")));
    var plain = new SysTree(root, SysFiles.MACHINE);

    assertThatThrownBy(() -> plain.number(root.resolve("text")))
        .hasMessageContaining("must hold a whole number, has 'a very long text")
        .hasMessageEndingWith("...'");
    assertThatThrownBy(() -> tree.write(root.resolve("text"), "1"))
        .hasMessageContaining("cannot be set to '1': permission denied");
    var busy = new SysTree(root, failing(new IOException("Device or resource busy")));
    assertThatThrownBy(() -> busy.text(root.resolve("text")))
        .hasMessageContaining("cannot be read: Device or resource busy");
  }

  private static SysFiles failing(IOException failure) {
    return new SysFiles() {
      @Override
      public byte[] read(Path file) throws IOException {
        throw failure;
      }

      @Override
      public void write(Path file, String text) throws IOException {
        throw failure;
      }
    };
  }
}
