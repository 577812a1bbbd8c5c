package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.writer.NodeClock;
import io.wattune.collectors.writer.Writer;
import io.wattune.launcher.WattuneCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class WriterCommandTest {
  @TempDir Path folder;

  /** Fails where only some failures stop what has begun: the lock of the first node stays taken. */
  @Test
  void whateverFailsAtTheSecondNodeTheFirstIsStopped() throws Exception {
    Path first = node("n1", "localhost:1");
    Path second = node("n2", "localhost:2");
    var command =
        new WriterCommand(
            (node, sender) -> {
              if (node.node().equals("n2")) {
                throw new IllegalStateException("not this one");
              }
              return Writer.start(node.setup(), DeviceKinds.standard(), NodeClock.SYSTEM, sender);
            });

    int code =
        new CommandLine(command)
            .setErr(new PrintWriter(new StringWriter()))
            .execute(first.toString(), second.toString());

    assertThat(code).isNotZero();
    Writer again =
        Writer.start(
            NodeFile.read(first).setup(),
            new DeviceKinds(List.of()),
            NodeClock.SYSTEM,
            actuation -> {});
    assertThat(again.stop()).as("a writer that finds the lock free").isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"writer", "guardian", "restore"})
  void aWrongFileIsOneLineAndExitCode2(String command) throws Exception {
    Path wrong = Files.writeString(folder.resolve("wrong.json"), "{\"nod\": 1}");
    var err = new StringWriter();

    int code =
        WattuneCommand.commandLine()
            .setErr(new PrintWriter(err))
            .execute(command, wrong.toString());

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith("wattune: ")
        .contains("nod is not a key; did you mean 'node'?", "stateFolder is missing");
  }

  private Path node(String name, String servers) throws Exception {
    return Files.writeString(
        folder.resolve(name + ".json"),
        """
        {"node": "%s", "stateFolder": "%s", "bootstrapServers": "%s",
         "devices": [{"uuid": "G1", "kind": "files", "settings": {"folder": "none"}}]}
        """
            .formatted(name, name, servers));
  }
}
