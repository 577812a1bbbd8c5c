package io.wattune.launcher.run;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.run.AgentSocket;
import io.wattune.launcher.WattuneCommand;
import io.wattune.testkit.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** An agent in a process of its own, of two devices of files that take 100 W and 50 W. */
final class MeasuredNode implements AutoCloseable {
  static final double WATTS = 150;

  private static final String DEVICE =
      """
      {"vendor": "acme", "model": "A1",
       "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 20},
       "tunables": []}
      """;

  private final Path folder;
  private final Process agent;

  private MeasuredNode(Path folder, Process agent) {
    this.folder = folder;
    this.agent = agent;
  }

  /** Starts it; its broker is away for ever. */
  static MeasuredNode start() throws IOException {
    Path folder = Files.createTempDirectory("wt"); // A socket's path is short.
    device(folder.resolve("G1"), 100_000);
    device(folder.resolve("G2"), 50_000);
    Files.writeString(
        folder.resolve("n1.json"),
        """
        {"node": "n1", "stateFolder": "state", "bootstrapServers": "127.0.0.1:1",
         "devices": [{"uuid": "G1", "kind": "files", "settings": {"folder": "G1"}},
                     {"uuid": "G2", "kind": "files", "settings": {"folder": "G2"}}],
         "activities": {"socket": "s"}}
        """);
    var node =
        new MeasuredNode(
            folder,
            wattune("agent", folder.resolve("n1.json").toString(), "--listen", "off")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start());
    // There is a moment in which the socket's file is there and nobody listens.
    AgentSocket connected =
        await()
            .atMost(Duration.ofSeconds(60))
            .ignoreExceptions()
            .until(() -> AgentSocket.connect(node.socket()), socket -> socket != null);
    try (AgentSocket socket = connected) {
      await().atMost(Duration.ofSeconds(60)).until(() -> hasRead(socket));
    }
    return node;
  }

  /** Whether both devices have been read for a while. */
  private static boolean hasRead(AgentSocket socket) throws IOException {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    long endNanos = 1_000_000 * (System.currentTimeMillis() - 500);
    line.put("do", "activity").put("id", UUID.randomUUID().toString()).put("name", "warm");
    line.put("level", "span");
    line.put("startNanos", endNanos - 500_000_000).put("endNanos", endNanos);
    JsonNode answer = socket.ask(line, Duration.ofSeconds(30));
    return answer.path("complete").asBoolean() && answer.path("coverage").asDouble() > 0.99;
  }

  private static void device(Path folder, int milliwatts) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("device.json"), DEVICE);
    Files.writeString(folder.resolve("power"), milliwatts + "\n");
  }

  Path socket() {
    return folder.resolve("s");
  }

  Path folder() {
    return folder;
  }

  /** The command line in a process of its own. */
  static ProcessBuilder wattune(String... arguments) {
    List<String> command =
        new ArrayList<>(
            TestJvm.command(
                "-cp", System.getProperty("java.class.path"), WattuneCommand.class.getName()));
    command.addAll(Arrays.asList(arguments));
    return new ProcessBuilder(command);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    agent.destroy();
    agent.waitFor();
    try (var files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
