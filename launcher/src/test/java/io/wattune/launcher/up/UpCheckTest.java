package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.pipeline.UpCheck;
import io.wattune.schemas.failure.EngineException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class UpCheckTest {

  private record Run(int exitCode, String error) {}

  @Test
  void aPortThatIsTakenIsOneLineAndTwo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Run run = run("up", "--kafka-port", Integer.toString(taken.getLocalPort()));

      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.error()).contains("is taken", "--kafka-port").hasLineCount(1);
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsOneLineAndTwo(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    Run run =
        run(
            "up",
            "--kafka-port=0",
            "--flink-port=0",
            "--store-port=0",
            "--dashboard-port=0",
            "--data-dir",
            file + "/below");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.error()).contains("--data-dir", "cannot be written").hasLineCount(1);
  }

  @Test
  void wrongNumbersAndNamesAreOneLineAndTwo() {
    for (List<String> arguments :
        List.of(
            List.of("up", "--nodes", "0"),
            List.of("up", "--gpus-per-node", "-1"),
            List.of("up", "--nodes", "1000", "--gpus-per-node", "1000"),
            List.of("up", "--poll", "0ms"),
            List.of("up", "--for", "soon"),
            List.of("up", "--kafka-port", "70000"),
            List.of("up", "--kafka-port", "1", "--flink-port", "1"),
            List.of("up", "--kafka-port", "1", "--flink-port", "2", "--store-port", "1"),
            freely("--store", "perhaps"),
            freely("--store-keep", "36h"),
            freely("--store-keep", "1h"),
            freely("--store-keep", "4000d"),
            freely("--policy", "best"),
            freely("--gpu", "h100"),
            freely("--workload", "games"),
            freely("--workload", "serving/gpt"),
            freely("--workload", "serving/step", "--gpu", "k20c"),
            freely("--gpu", "mi50"))) {
      Run run = run(arguments.toArray(String[]::new));

      assertThat(run.exitCode()).as(arguments.toString()).isEqualTo(ExitCode.USAGE);
      assertThat(run.error()).as(arguments.toString()).hasLineCount(1);
    }
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    assertThatThrownBy(() -> UpCheck.known("--policy", "best", List.of("none", "fine")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("none, fine");
  }

  @Test
  void aFolderThatIsNoArchiveIsOneLineAndTwo(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("letter"), "something else");

    Run run = run(freely("--archive", folder.toString()).toArray(String[]::new));

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.error()).contains("--archive", "holds something else").hasLineCount(1);
  }

  /** On any free ports. */
  private static List<String> freely(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "up", "--kafka-port=0", "--flink-port=0", "--store-port=0", "--dashboard-port=0"));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private static Run run(String... arguments) {
    StringWriter error = new StringWriter();
    CommandLine command = WattuneCommand.commandLine().setErr(new PrintWriter(error, true));
    int exitCode = command.execute(arguments);
    return new Run(exitCode, error.toString().strip());
  }
}
