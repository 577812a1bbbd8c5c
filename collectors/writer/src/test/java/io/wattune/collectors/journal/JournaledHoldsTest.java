package io.wattune.collectors.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.setup.NodeFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournaledHoldsTest {
  @TempDir Path path;

  @Test
  void whatIsKeptComesBackByteForByte() {
    var folder = new NodeFolder(path);
    byte[] value = {-1, 0, 9, 10, 13};
    new JournaledHolds(folder, "n1")
        .write(
            List.of(
                new JournaledHolds.JournaledRecord(
                    "a\tb\n", value, Map.of("signature", new byte[] {61, 0})),
                new JournaledHolds.JournaledRecord("", new byte[0], Map.of())));

    List<JournaledHolds.JournaledRecord> read = new JournaledHolds(folder, "n1").read();
    assertThat(read).extracting(JournaledHolds.JournaledRecord::key).containsExactly("a\tb\n", "");
    assertThat(read.get(0).value()).isEqualTo(value);
    assertThat(read.get(0).headers().get("signature")).containsExactly(61, 0);
    assertThat(new JournaledHolds(folder, "n2").read()).as("of another node").isEmpty();
  }

  @Test
  void aDamagedFileIsNotTaken() throws Exception {
    var folder = new NodeFolder(path);
    var kept = new JournaledHolds(folder, "n1");
    kept.write(List.of(new JournaledHolds.JournaledRecord("a", new byte[] {1}, Map.of())));
    byte[] whole = Files.readAllBytes(folder.holds());
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      Files.write(folder.holds(), changed);
      assertThat(new JournaledHolds(folder, "n1").read()).as("changed at %s", i).isEmpty();
    }
  }
}
