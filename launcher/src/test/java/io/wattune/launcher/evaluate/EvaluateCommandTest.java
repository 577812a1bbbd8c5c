package io.wattune.launcher.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.ExitCode;
import io.wattune.launcher.WattuneCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class EvaluateCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command = WattuneCommand.commandLine();

  EvaluateCommandTest() {
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
  }

  @Test
  void withoutAWordItSaysWhatCanBeEvaluated() {
    assertThat(command.execute("evaluate")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("say what to evaluate").contains("k20");
  }

  @Test
  @Tag("soak")
  void thePapersTableComesOutOfThePipeline() throws Exception {
    int exitCode = command.execute("evaluate", "k20", "--json", "--quiet");

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("rows"))
        .hasSize(12)
        .allSatisfy(
            row -> assertThat(row.path("met").asBoolean()).as(row.toPrettyString()).isTrue());
    assertThat(exitCode).isEqualTo(ExitCode.DONE);
  }
}
