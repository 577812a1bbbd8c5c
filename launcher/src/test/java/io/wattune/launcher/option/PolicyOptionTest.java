package io.wattune.launcher.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.policy.Policies;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

class PolicyOptionTest {
  @TempDir Path folder;

  @Test
  void everyPolicyIsKnownAndSaidInTheHelp() {
    String help =
        WattuneCommand.commandLine()
            .getSubcommands()
            .get("up")
            .getUsageMessage()
            .replaceAll("\\s+", " ");

    for (String name : Policies.names()) {
      assertThat(new PolicyOption.Name().convert(name)).isEqualTo(name);
      assertThat(help).contains(name + ": ");
    }
    assertThatThrownBy(() -> new PolicyOption.Name().convert("best"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("none, fine");
  }

  @Test
  void aFileWithAnUnknownPolicyIsWrong() throws Exception {
    Path file = Files.writeString(folder.resolve("w.yaml"), "control:\n  policy: fien\n");
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(new StringWriter()));
    command.setErr(new PrintWriter(err));

    int exitCode = command.execute("config", "--check", file.toString());

    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("there is no policy 'fien'; there are none, fine");
  }
}
