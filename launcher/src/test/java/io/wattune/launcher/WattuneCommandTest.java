package io.wattune.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.config.ConfigCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class WattuneCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  @Test
  void helpGoesToStandardOutputAndNamesTheExitCodes() {
    assertThat(run("replay", "--help")).isEqualTo(ExitCode.DONE);
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("--activity", "--profile", "--speed", "--device", "--out", "--json")
        .contains("--time-zone", "--meter", "--bootstrap", "--flink", "--parallelism")
        .contains("--horizon", "--quiet", "--signal", "Exit codes", "wrong arguments");
  }

  @Test
  void everyCommandSaysTheVersion() {
    assertThat(run("replay", "--version")).isEqualTo(ExitCode.DONE);
    assertThat(out.toString()).containsPattern("wattune \\d");
  }

  @Test
  void versionNamesEveryPart() {
    assertThat(run("--version")).isEqualTo(ExitCode.DONE);
    assertThat(out.toString())
        .containsPattern("wattune \\d")
        .containsPattern("kafka \\d")
        .containsPattern("flink \\d")
        .containsPattern("avro \\d")
        .containsPattern("java \\d")
        .doesNotContain("${");
  }

  @Test
  void withoutACommandTheHelpIsPrinted() {
    assertThat(run()).isEqualTo(ExitCode.DONE);
    assertThat(out.toString()).contains("wattune replay FILE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replay | Missing required parameter: 'FILE'",
        "replay --jsn f.csv | unknown option '--jsn'; did you mean --json?",
        "replay --activty a f.csv | unknown option '--activty'; did you mean --activity?",
        "reply f.csv | unexpected argument 'reply'; did you mean replay?",
        "replay f.csv --speed fast | 'fast' is no speed; give max",
        "replay f.csv --speed 0 | '0' is no speed",
        "replay f.csv --speed NaN | 'NaN' is no speed",
        "replay f.csv --horizon 5 | '5' is no duration above zero; write it like 90s",
        "replay f.csv --horizon 0s | '0s' is no duration above zero",
        "replay f.csv --horizon 500ms | --horizon must be from 1s to 8760h, was 500ms",
        "replay f.csv --horizon 9000h | --horizon must be from 1s to 8760h",
        "replay f.csv --time-zone Mars | 'Mars' is no time zone; write it like UTC",
        "replay f.csv --parallelism 0 | --parallelism must be in 1..1024, was 0",
        "replay f.csv --parallelism x | 'x' is not an int",
        "replay f.csv --flink here | 'here' is not HOST:PORT",
        "replay f.csv --bootstrap here | --bootstrap: 'here' is not HOST:PORT",
        "replay f.csv --flink far:8081 | needs --bootstrap, too",
        "replay no.csv | there is no file",
        "replay f.csv f.csv | is given twice",
        "replay - - | standard input is given twice",
        "replay f.csv --profile no.json | there is no file",
        "replay f.csv --out f.csv | is a file, not a folder",
        "replay f.csv --out . | which is not part of a report",
      })
  void wrongArgumentsGetOneLineAndExitCodeTwo(String arguments, String message) throws Exception {
    Files.writeString(folder.resolve("f.csv"), "x");
    String[] words = arguments.strip().split(" ");
    for (int i = 1; i < words.length; i++) {
      if (words[i].contains(".")) {
        words[i] = folder.resolve(words[i]).toString();
      }
    }
    assertThat(run(words)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("wattune: ").contains(message.strip());
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | f.csv",
        "'not what nvidia-smi prints' | f.csv",
        "'timestamp, power.draw [W]' | f.csv",
      })
  void nothingUsableGetsOneLineAndExitCodeOne(String content, String name) throws Exception {
    Path file = Files.writeString(folder.resolve(name.strip()), content);
    assertThat(run("replay", file.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("wattune: ").contains("f.csv");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aCommandLineMakesTheCommandThatItNamesAlone() {
    for (CommandLine each : WattuneCommand.commandLine().getSubcommands().values()) {
      String name = each.getCommandName();
      Class<?> command = each.getCommand().getClass();
      var needed = WattuneCommand.needed(new String[] {name, "--help"}, Map.of("WATTUNE_DATA", ""));
      if (command == ConfigCommand.class) {
        assertThat(needed).as(name).hasSizeGreaterThan(30);
      } else {
        assertThat(needed).as(name).containsExactly(command);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "reply f.csv, ''",
    "--version, ''",
    "status --config f.yaml, ''",
    "status --config=f.yaml, ''",
    "status, WATTUNE_CONFIG",
    "status, WATTUNE_KAFKA_BOOTSTRAP",
    "status, WATTUNE_WRONG"
  })
  void whereAnyMayBeMeantAllAreMade(String arguments, String variable) {
    String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" ");

    assertThat(WattuneCommand.needed(words, Map.of(variable, "x")))
        .hasSameSizeAs(WattuneCommand.commandLine().getSubcommands().keySet());
  }

  private int run(String... arguments) {
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(arguments);
  }
}
