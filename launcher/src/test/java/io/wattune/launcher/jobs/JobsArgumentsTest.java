package io.wattune.launcher.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.WattuneCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Execution(ExecutionMode.CONCURRENT)
class JobsArgumentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jobs --energy-model none.json | 2 | --energy-model: the energy model 'none.json' cannot be read",
        "jobs --floor-plan pom.xml | 2 | --floor-plan: expected DEVICE=FILE, was 'pom.xml'",
        "jobs --floor-plan n/g=none.json | 2 | --floor-plan: 'none.json' cannot be read",
        "jobs --floor-plan n/*=pom.xml | 2 | --floor-plan: 'pom.xml': not JSON",
        "jobs --jobs ledgr | 2 | '--jobs' (NAMES): expected one of [LEDGER, SENSITIVITY, COMPONENTS]",
        "jobs --parallelism 0 | 2 | --parallelism must be in 1..1024, was 0",
        "jobs --checkpoint-dir here | 2 | 'here' is no folder with its scheme",
        "jobs --checkpoint-dir file:here | 2 | is no folder with its scheme",
        "jobs --from file:///x | 2 | is the state of one job; say which with --jobs",
        "jobs --profile nowhere.json | 2 | --profile nowhere.json: there is no such file",
        "jobs --profile pom.xml | 2 | --profile: pom.xml: not JSON",
        "jobs --flink here | 2 | 'here' is not HOST:PORT",
        "jobs --stop --flink 127.0.0.1:1 | 1 | no Flink cluster answers at http://127.0.0.1:1",
      })
  void whatIsWrongGetsOneLine(String arguments, int expected, String message) {
    check(arguments, expected, message);
  }

  /** One that starts is waited for. */
  @Test
  @Tag("long")
  void aClusterThatIsNotThereGetsOneLine() {
    check("jobs --flink 127.0.0.1:1", 1, "no Flink cluster answers at http://127.0.0.1:1");
  }

  private static void check(String arguments, int expected, String message) {
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine(Map.of());
    command.setErr(new PrintWriter(err));

    int exitCode = command.execute(arguments.strip().split(" "));

    assertThat(exitCode).as(err.toString()).isEqualTo(expected);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("wattune: ").contains(message.strip());
  }
}
