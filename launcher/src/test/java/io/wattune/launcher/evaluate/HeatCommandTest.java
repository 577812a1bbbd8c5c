package io.wattune.launcher.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code wattune evaluate --testbed gtx1050}. */
class HeatCommandTest {
  @TempDir Path folder;

  /** The project's bounds, over all workloads and limits. */
  @Test
  @Tag("nightly")
  void thePredictiveIsATenthFasterAndKeepsItsWord() throws Exception {
    Run run = run("--testbed", "gtx1050", "--json", "--out", folder.toString());

    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.path("rows")).hasSize(77);
    assertThat(json.path("predictiveAgainstHeld").asDouble()).isLessThan(0.9);
    assertThat(json.path("beyondStatedKelvin").asDouble()).isNotPositive();
    assertThat(json.path("met").asBoolean()).isTrue();
    assertThat(folder.resolve("thermal.md")).exists();
    assertThat(folder.resolve("thermal-slowdown.png")).exists();
  }

  @Test
  void optionsOfPoliciesAreRefused() {
    Run run = run("--testbed", "gtx1050", "--seed", "3");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--seed is not for --testbed gtx1050");
  }

  record Run(int code, String out, String err) {}

  private static Run run(String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "evaluate";
    System.arraycopy(options, 0, arguments, 1, options.length);
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine line = WattuneCommand.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(arguments);
    return new Run(code, out.toString(), err.toString());
  }
}
