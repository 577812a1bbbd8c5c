package io.wattune.launcher.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.ExitCode;
import io.wattune.launcher.WattuneCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class NoBrokerTest {

  /** Each waits its five seconds for an answer. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "hold --all",
        "release --all",
        "control",
        "fleet --listen 127.0.0.1:0",
        "sinks"
      })
  void aBrokerThatDoesNotAnswerGetsOneLineAndExitCodeOne(String arguments) {
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setErr(new PrintWriter(err));

    // Port 1 is never a broker's.
    int exitCode = command.execute((arguments + " --bootstrap 127.0.0.1:1").split(" "));

    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains("no Kafka broker answers at 127.0.0.1:1");
  }
}
