package io.wattune.embedded.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  private static final String OWNER = "wattune broker";

  @TempDir private Path folder;

  @Test
  void aFolderIsMadeAndTakenAgain() {
    Path data = folder.resolve("new/data");
    try (DataFolder first = DataFolder.claim(data, OWNER, 1)) {
      assertThat(first.path()).isEqualTo(data).isDirectory();
    }
    try (DataFolder again = DataFolder.claim(data, OWNER, 1)) {
      assertThat(again.path()).isEqualTo(data);
    }
  }

  @Test
  void oneThatIsInUseIsRefused() {
    try (DataFolder first = DataFolder.claim(folder, OWNER, 1)) {
      assertThatThrownBy(() -> DataFolder.claim(first.path(), OWNER, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(folder + " is in use by another process");
    }
    DataFolder.claim(folder, OWNER, 1).close();
  }

  @Test
  void onesOfOthersAndOfOtherLayoutsAreRefusedAndStayAsTheyAre() throws Exception {
    DataFolder.claim(folder, OWNER, 1).close();

    assertThatThrownBy(() -> DataFolder.claim(folder, "wattune flink", 1))
        .hasMessageContaining("holds data of another format ('wattune broker, layout 1'");
    assertThatThrownBy(() -> DataFolder.claim(folder, OWNER, 2))
        .hasMessageContaining("wanted is 'wattune broker, layout 2'");
    assertThat(Files.readString(folder.resolve("wattune-data")))
        .isEqualTo("wattune broker, layout 1\n");
  }

  @Test
  void filesThatItHasNotMadeAreLeftAlone() throws Exception {
    Files.writeString(folder.resolve("thesis.tex"), "");

    assertThatThrownBy(() -> DataFolder.claim(folder, OWNER, 1))
        .hasMessageContaining("holds files that wattune broker has not made");
    assertThat(folder.resolve("wattune-data")).doesNotExist();
  }

  /** Killed between making the mark and writing it: there were no data yet. */
  @Test
  void aMarkThatWasNeverWrittenIsWrittenNow() throws Exception {
    Files.createFile(folder.resolve("wattune-data"));

    DataFolder.claim(folder, OWNER, 1).close();

    assertThat(Files.readString(folder.resolve("wattune-data"))).startsWith(OWNER);
  }
}
