package io.wattune.launcher.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.evaluation.recording.Recording;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.testkit.RecordedData;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ErrorBarsCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command = WattuneCommand.commandLine();

  ErrorBarsCommandTest() {
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
  }

  @Test
  @Tag("nightly")
  void nineErrorsInTenOfRecordedCardsLieWithinTwoStatedOnes() throws Exception {
    String recordings = RecordedData.folder("gpu-sensor-vs-meter").toString();

    int exitCode =
        command.execute(
            "evaluate",
            "error-bars",
            recordings,
            "--time-zone",
            "Europe/London",
            "--json",
            "--quiet",
            "--out",
            folder.toString());

    assertThat(exitCode).isEqualTo(ExitCode.DONE);
    assertThat(folder.resolve("error-bars.png")).isNotEmptyFile();
    assertThat(Files.readString(folder.resolve("error-bars.md"))).contains("within 2");
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("all").path("withinTwoErrors").asDouble()).isGreaterThanOrEqualTo(0.9);
    assertThat(json.path("all").path("withinOneError").asDouble()).isGreaterThanOrEqualTo(0.6);
    // Two columns of two cards and one of the third, each with the meter and without.
    assertThat(json.path("recordings")).hasSize(10);
    for (JsonNode recording : json.path("recordings")) {
      assertThat(recording.path("withinTwoErrors").asDouble())
          .as(recording.path("name").asText())
          .isGreaterThanOrEqualTo(0.9);
    }
    for (JsonNode kind : json.path("kinds")) {
      assertThat(kind.path("withinTwoErrors").asDouble())
          .as(kind.path("name").asText())
          .isGreaterThanOrEqualTo(0.9);
    }
    assertThat(json.path("kinds")).hasSize(4);
  }

  @Test
  void aFolderWithoutRecordingsIsSaidToBeOne() {
    int exitCode = command.execute("evaluate", "error-bars", folder.toString());

    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("no recording in").contains("meter.csv");
  }

  @Test
  void columnsThatRepeatAnotherAreLeftOut() throws Exception {
    Path card = Files.createDirectory(folder.resolve("card"));
    Files.writeString(
        card.resolve("gpudata.csv"),
        "timestamp, power.draw [W], power.draw.average [W], power.draw.instant [W]\n");
    Files.writeString(card.resolve("meter.csv"), "");
    Files.writeString(card.resolve("activity.csv"), "");

    assertThat(Recording.in(folder))
        .extracting(Recording::words)
        .containsExactly(
            "card, power.draw.average, with the meter",
            "card, power.draw.average, readings alone",
            "card, power.draw.instant, with the meter",
            "card, power.draw.instant, readings alone");
  }
}
