package io.wattune.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.Repository;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What commands say of a file that is not there, or is a folder: its name, in words for people. */
class MissingFilesTest {
  private static final String FILE = "FILE";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent FILE",
        "writer FILE",
        "guardian FILE",
        "restore FILE",
        "setup --output=OUT FILE",
        "doctor FILE",
        "replay FILE",
        "replay RECORDING --activity FILE",
        "calibrate FILE",
        "config --check FILE",
        "status --config FILE",
        "keys show FILE",
        "status --kafka-client FILE",
        "evaluate masks --table FILE --engines 4 --units 15",
        "republish --registry http://127.0.0.1:1 --registry-login FILE"
      })
  void aFileThatIsNotThereIsNamed(String command) {
    assertInWords(command, folder.resolve("no such file.json"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent FILE",
        "writer FILE",
        "doctor FILE",
        "calibrate FILE",
        "config --check FILE",
        "keys show FILE",
        "status --kafka-client FILE"
      })
  void aFolderInItsPlaceIsNamed(String command) throws Exception {
    assertInWords(command, Files.createDirectories(folder.resolve("a folder.json")));
  }

  private void assertInWords(String command, Path file) {
    List<String> words = new ArrayList<>();
    Path recording = Repository.root().resolve("examples/k20-nbody/gpudata.csv");
    for (String word : command.split(" ", -1)) {
      words.add(
          word.equals(FILE)
              ? file.toString()
              : word.replace("OUT", folder.resolve("out").toString())
                  .replace("RECORDING", recording.toString()));
    }
    var said = new StringWriter();
    CommandLine line = WattuneCommand.commandLine(Map.of());
    line.setOut(new PrintWriter(said));
    line.setErr(new PrintWriter(said));
    int exitCode = line.execute(words.toArray(String[]::new));

    assertThat(exitCode).as(() -> said.toString()).isIn(1, 2);
    assertThat(said.toString())
        .contains(file.getFileName().toString())
        .doesNotContain("Exception", "java.", "null", "internal error");
  }
}
