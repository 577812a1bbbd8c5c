package io.wattune.launcher.characterise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.testbed.gpu.DataFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CharacteriseCommandTest {
  @TempDir private Path folder;

  @Test
  void printsEachFigureBesideThePaper() {
    var out = new StringWriter();

    int code = run(out, new StringWriter(), "characterise");

    assertThat(code).isEqualTo(ExitCode.DONE);
    assertThat(out.toString())
        .contains("Fig. 3b")
        .contains("of the GPU's chip; the card's:")
        .doesNotContain("NOT MET");
  }

  @Test
  void theFitWritesTheBundledCard() throws IOException {
    Path file = folder.resolve("card.json");
    var out = new StringWriter();

    int code =
        run(out, new StringWriter(), "characterise", "--fit", "--out", file.toString(), "--json");

    assertThat(code).isEqualTo(ExitCode.DONE);
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("met").asBoolean()).isTrue();
    assertThat(json.path("constants")).hasSize(7);
    assertThat(Files.readString(file)).isEqualTo(DataFiles.text(DataFiles.gpu("hd7970")));
  }

  @Test
  void aCardThatDoesNotMeetThemIsAFailure() throws IOException {
    Path file = folder.resolve("hot.json");
    String card = DataFiles.text(DataFiles.gpu("hd7970"));
    Files.writeString(file, card.replaceFirst("\"boardWatts\": [0-9.]+", "\"boardWatts\": 90"));
    var out = new StringWriter();

    assertThat(run(out, new StringWriter(), "characterise", "--gpu", file.toString()))
        .isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("NOT MET");
  }

  @Test
  void anotherKindOfCardIsWrongArguments() {
    var err = new StringWriter();

    assertThat(run(new StringWriter(), err, "characterise", "--gpu", "k20c"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("'k20c' does not have");
  }

  @Test
  void aFileWithoutAFitIsWrongArguments() {
    var err = new StringWriter();

    int code = run(new StringWriter(), err, "characterise", "--out", "x.json");

    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--out writes what was fitted; it needs --fit");
  }

  private static int run(StringWriter out, StringWriter err, String... arguments) {
    CommandLine command =
        WattuneCommand.commandLine(Map.of())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    return command.execute(arguments);
  }
}
