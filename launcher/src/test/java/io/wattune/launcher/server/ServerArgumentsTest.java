package io.wattune.launcher.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What is refused before anything runs; what runs is ClusterPageTest's. */
class ServerArgumentsTest {
  @TempDir private Path folder;

  private record Said(int exitCode, String err) {}

  private static Said run(String... arguments) {
    CommandLine command = WattuneCommand.commandLine(Map.of());
    var err = new StringWriter();
    command.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err));
    return new Said(command.execute(arguments), err.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"broker", "flink"})
  void aFolderMustBeNamed(String server) {
    Said said = run(server);

    assertThat(said.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(said.err()).contains("wattune " + server + " needs --data DIR");
  }

  @ParameterizedTest
  @ValueSource(strings = {"broker", "flink"})
  void aPortThatIsTakenIsSaid(String server) throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String data = folder.resolve(server).toString();
      Said said = run(server, "--data", data, "--port=" + taken.getLocalPort());

      assertThat(said.exitCode()).isEqualTo(ExitCode.FAILED);
      assertThat(said.err())
          .contains("port " + taken.getLocalPort() + " is taken; stop what listens there");
    }
  }

  /** 192.0.2.1 is for documentation: no machine has it. */
  @ParameterizedTest
  @ValueSource(strings = {"broker", "flink"})
  void anAddressOfAnotherMachineIsSaid(String server) {
    String data = folder.resolve(server).toString();
    Said said = run(server, "--data", data, "--host=192.0.2.1");

    assertThat(said.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(said.err()).contains("192.0.2.1 is no address of this machine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::"})
  void anAddressThatClientsCannotBeSentToIsRefused(String any) {
    Said said = run("broker", "--data", folder.toString(), "--host=" + any);

    assertThat(said.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(said.err()).contains("--host " + any + ": clients are sent to this address");
  }

  @Test
  void theFolderOfTheOtherServerIsRefused() throws Exception {
    Files.writeString(folder.resolve("wattune-data"), "wattune flink, layout 1\n");

    Said said = run("broker", "--data", folder.toString());

    assertThat(said.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(said.err()).contains("give wattune broker a folder of its own");
  }
}
