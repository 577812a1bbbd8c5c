package io.wattune.launcher.evaluate.estimators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.ExitCode;
import io.wattune.launcher.WattuneCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class EstimatorsCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final CommandLine command = WattuneCommand.commandLine();

  EstimatorsCommandTest() {
    command.setOut(new PrintWriter(out));
  }

  @Test
  @Tag("long")
  void knownBoundariesWinWhereTheyMatter() throws Exception {
    int exitCode =
        command.execute(
            "evaluate",
            "estimators",
            "--traces",
            "6",
            "--json",
            "--quiet",
            "--out",
            folder.toString());

    assertThat(exitCode).isEqualTo(ExitCode.DONE);
    assertThat(folder.resolve("estimators-7.png")).isNotEmptyFile();
    assertThat(Files.readString(folder.resolve("estimators.md"))).contains("Rule, fixed");
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("sensors")).hasSize(7);
    for (JsonNode sensor : json.path("sensors")) {
      JsonNode walk = sensor.path("smoothed").get(1);
      JsonNode known = sensor.path("smoothed").get(2);
      assertThat(known.path("allWatts").asDouble())
          .as(sensor.path("name").asText())
          .isLessThanOrEqualTo(walk.path("allWatts").asDouble());
    }
    JsonNode k20Of100ms = json.path("sensors").get(0).path("energies").get(2);
    assertThat(k20Of100ms.path("ledgerError").asDouble())
        .isLessThan(0.5 * k20Of100ms.path("endPointsError").asDouble());
  }
}
