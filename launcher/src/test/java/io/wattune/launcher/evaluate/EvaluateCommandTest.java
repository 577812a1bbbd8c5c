package io.wattune.launcher.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  /** What these models say is sensitive to all, so that nothing is lowered. */
  private static final String MODEL =
      """
      {"format": "wattune-sensitivity-model/1", "trainedOn": "HD 7970",
       "registers": {"vectorRegisters": 256, "scalarRegisters": 102},
       "models": [{"name": "all", "intercept": 1, "terms": [],
                   "tunables": ["memory.clock", "core.clock", "cu.count"]}]}
      """;

  @Test
  void aModelOfAFileTakesThePlaceOfTable3AndTheLimitIsTheCards(@TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("model.json"), MODEL);

    int exitCode = evaluate("--model", file.toString(), "--json");

    assertThat(err.toString()).isEmpty();
    assertThat(exitCode).isEqualTo(ExitCode.DONE);
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/models").toString()).isEqualTo("[\"all\"]");
    assertThat(json.at("/policies/harmonia/workloads/Sort/ed2").asDouble()).isEqualTo(1);
    assertThat(json.at("/policies/dvfs-only/workloads/Sort/ed2").asDouble()).isEqualTo(1);
    assertThat(json.at("/powerLimit/watts").asDouble()).isEqualTo(250);
    assertThat(json.path("predictions").isNull()).isTrue();
  }

  @Test
  void aLimitOfTheUsersHoldsTheBaselineBack() {
    assertThat(evaluate("--power-limit", "150")).isEqualTo(ExitCode.DONE);
    assertThat(out.toString())
        .contains("The card's power limit is 150.0 W. Sort meets it")
        .contains("Sensitivities by harmonia-table3-compute and harmonia-table3-bandwidth.")
        .contains("No predictions beside sensitivities as measured: a model that");
  }

  @Test
  void whatCannotBeReadOrIsNoLimitIsWrongArguments() {
    assertThat(evaluate("--model", "none.json")).isEqualTo(ExitCode.USAGE);
    assertThat(evaluate("--power-limit", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("none.json")
        .contains("--power-limit must be in 1..10000 W");
  }

  private int evaluate(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "evaluate",
                "--testbed",
                "hd7970",
                "--workloads",
                "hd7970/Sort",
                "--draws",
                "0",
                "--quiet"));
    arguments.addAll(List.of(more));
    return command.execute(arguments.toArray(String[]::new));
  }

  @Test
  @Tag("nightly")
  void thePapersTableComesOutOfThePipeline() throws Exception {
    int exitCode = command.execute("evaluate", "k20", "--json", "--quiet");

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("rows"))
        .hasSize(12)
        .allSatisfy(
            row -> assertThat(row.path("met").asBoolean()).as(row.toPrettyString()).isTrue());
    // Seven updates fall into 0.107 s, of which no poll misses five: nothing is to be marked.
    assertThat(out.toString()).contains("; 0 without three new values, 0 marked for a gap");
    assertThat(exitCode).isEqualTo(ExitCode.DONE);
  }
}
