package io.wattune.launcher.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is refused before any broker is asked. */
class ControlArgumentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hold --for 1h | Missing required argument",
        "hold --node a --all | are mutually exclusive",
        "hold --all --for soon | 'soon' is no duration above zero; write it like 90s, 10m, 2h or 1d",
        "hold --all --for 5000d | --for must be at most 3650d",
        "release | Missing required argument",
        "status --look-back x | 'x' is no duration",
        "status --bootstrap here | '--bootstrap': 'here' is not HOST:PORT",
        "control --policy fien | there is no policy 'fien'; there are none, fine, baseline",
        "control --session-timeout 10ms | --session-timeout must be in 1s..5m, was 10ms",
        "control --threads 0 | --threads must be in 1..256, was 0",
      })
  void wrongArgumentsGetOneLineAndExitCodeTwo(String arguments, String message) {
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));

    int exitCode = command.execute(arguments.strip().split(" "));

    assertThat(exitCode).as(err.toString()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("wattune: ").contains(message.strip());
    assertThat(out.toString()).isEmpty();
  }
}
