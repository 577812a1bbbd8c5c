package io.wattune.collectors.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.core.tunable.TunableUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFilesTest {
  private static final Journal JOURNAL =
      new Journal(
          "n1",
          List.of(
              new OwnValue("n1/G1", "core.clock", TunableUnit.MEGAHERTZ, 1_000),
              new OwnValue("n1/G 2", "power.limit", TunableUnit.MILLIWATTS, -1)));

  @TempDir Path path;
  private NodeFolder folder;
  private JournalFiles files;

  @BeforeEach
  void open() {
    folder = new NodeFolder(path);
    files = new JournalFiles(folder);
  }

  @Test
  void whatWasWrittenIsRead() throws Exception {
    assertThat(files.read()).isEmpty();

    files.write(JOURNAL);

    assertThat(files.read()).contains(JOURNAL);
    assertThat(Files.readAllBytes(folder.journal()))
        .isEqualTo(Files.readAllBytes(folder.journalCopy()));
    assertThat(JOURNAL.value("n1/G1", "core.clock")).hasValue(1_000);
    assertThat(JOURNAL.value("n1/G1", "power.limit")).isEmpty();
  }

  @Test
  void aFileCutAnywhereOrChangedAnywhereIsNotTaken() {
    byte[] whole = JournalText.write(JOURNAL);
    assertThat(JournalText.read(whole)).isEqualTo(JOURNAL);

    for (int length = 0; length < whole.length; length++) {
      assertThat(JournalText.read(Arrays.copyOf(whole, length))).as("cut at %s", length).isNull();
    }
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      assertThat(JournalText.read(changed)).as("changed at %s", i).isNull();
    }
  }

  @Test
  void oneWholeCopyIsEnough() throws Exception {
    for (Path damaged : List.of(folder.journal(), folder.journalCopy())) {
      files.write(JOURNAL);
      Files.writeString(damaged, "wattune-journal 1\nnode\tn1\n");
      assertThat(files.read()).as("%s torn", damaged).contains(JOURNAL);

      Files.delete(damaged);
      assertThat(files.read()).as("%s absent", damaged).contains(JOURNAL);
    }
  }

  @Test
  void twoDamagedCopiesAreToldWithWhatToDo() throws Exception {
    Files.writeString(folder.journal(), "");
    Files.writeString(folder.journalCopy(), "x");

    assertThatThrownBy(() -> files.read())
        .isInstanceOf(BrokenJournalException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("set its devices by hand");
    assertThat(files.isThere()).isTrue();
  }

  @Test
  void anOwnValueOnceInStays() throws Exception {
    files.write(JOURNAL);
    JournalKeeper keeper = JournalKeeper.open(files, "n1");

    keeper.add(
        List.of(
            new OwnValue("n1/G1", "core.clock", TunableUnit.MEGAHERTZ, 300),
            new OwnValue("n1/G1", "cu.count", TunableUnit.COUNT, 32)));

    Journal read = files.read().orElseThrow();
    assertThat(read.value("n1/G1", "core.clock")).as("of the earlier life").hasValue(1_000);
    assertThat(read.value("n1/G1", "cu.count")).hasValue(32);
    assertThat(read).isEqualTo(keeper.journal());
    keeper.remove(List.of("n1/G1"));
    assertThat(files.read().orElseThrow().values())
        .as("what is verified goes, the rest stays")
        .extracting(OwnValue::device)
        .containsExactly("n1/G 2");
    keeper.remove(List.of("n1/G 2", "n1/G9"));
    assertThat(files.read()).isEmpty();
    assertThat(files.isThere()).isFalse();
  }

  @Test
  void theJournalOfAnotherNodeIsNotTaken() throws Exception {
    files.write(JOURNAL);

    assertThatThrownBy(() -> JournalKeeper.open(files, "n2"))
        .isInstanceOf(BrokenJournalException.class)
        .hasMessageContaining("belongs to node 'n1'");
  }

  @Test
  void namesThatWouldBreakALineAreRefused() {
    assertThatThrownBy(() -> new OwnValue("n1/G\t1", "t", TunableUnit.COUNT, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new OwnValue("n1/G1", "a\nb", TunableUnit.COUNT, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
