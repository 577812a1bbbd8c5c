package io.wattune.launcher.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testkit.FixedPort;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of "Processes on one machine", as the page has them, in one shell. What differs: the
 * command {@code wattune} runs the classes of this test, and the ports are free ones, which the
 * environment says.
 */
@Tag("soak")
class ClusterPageTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final List<String> PARTS =
      List.of("broker", "flink", "jobs", "control", "agent", "guardian", "writer", "dashboard");

  @TempDir private Path folder;

  private final Map<String, Integer> ports = new TreeMap<>();
  private final Map<String, String> environment = new TreeMap<>();
  private int kafkaPort;
  private Process shell;
  private Writer commands;
  private Path said;

  @BeforeEach
  void openShell() throws Exception {
    assumeThat(System.getProperty("java.class.path"))
        .as("jars of all modules, which 'verify' makes and 'test' does not")
        .containsPattern("wattune-streams-[^:;]*\\.jar");
    kafkaPort = FixedPort.find();
    int flinkPort = FixedPort.find();
    environment.put("WATTUNE_BROKER_PORT", Integer.toString(kafkaPort));
    environment.put("WATTUNE_KAFKA_BOOTSTRAP", "127.0.0.1:" + kafkaPort);
    environment.put("WATTUNE_FLINK_PORT", Integer.toString(flinkPort));
    environment.put("WATTUNE_FLINK_ADDRESS", "127.0.0.1:" + flinkPort);
    for (String part : PARTS) {
      if (part.equals("guardian") || part.equals("writer")) {
        continue; // They have no server.
      }
      ports.put(part, FixedPort.find());
      environment.put(
          "WATTUNE_" + part.toUpperCase(java.util.Locale.ROOT) + "_LISTEN",
          "127.0.0.1:" + ports.get(part));
    }
    wattuneOfThisTest();
    nodeOfThePage();
    said = folder.resolve("said");
    ProcessBuilder bash =
        new ProcessBuilder("bash")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    bash.environment().keySet().removeIf(name -> name.startsWith("WATTUNE_"));
    bash.environment().putAll(environment);
    shell = bash.start();
    commands = shell.outputWriter(StandardCharsets.UTF_8);
  }

  private void wattuneOfThisTest() throws IOException {
    Path script = folder.resolve("wattune");
    Files.writeString(
        script,
        """
        #!/usr/bin/env bash
        exec '%s' -Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC @'%s' -cp '%s' \\
          io.wattune.launcher.WattuneCommand "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin/java"),
                Repository.root().resolve("deploy/docker/java.args"),
                System.getProperty("java.class.path")));
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  private void nodeOfThePage() throws IOException {
    Path example = Files.createDirectories(folder.resolve("examples/one-machine"));
    String node = Files.readString(Repository.root().resolve("examples/one-machine/node.json"));
    assertThat(node).contains("\"127.0.0.1:9092\"");
    Files.writeString(
        example.resolve("node.json"), node.replace("127.0.0.1:9092", "127.0.0.1:" + kafkaPort));
  }

  @AfterEach
  void endShell() throws Exception {
    if (shell != null && shell.isAlive()) {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly().waitFor();
    }
  }

  @Test
  void theCommandsOfThePageRunAClusterThatOutlivesKillingItsCentre() throws Exception {
    List<String> blocks = blocks();
    assertThat(blocks).as("start, look, stop").hasSize(3);

    run(blocks.get(0));
    awaitSaid("Kafka listens on 127.0.0.1:" + kafkaPort, 1);
    awaitSaid("wattune-ledger is RUNNING", 1);
    awaitKernelsOf(2);
    awaitSaid("tuning may begin", 2);
    run(blocks.get(1));
    awaitSaid("node-1/SIM-1  core.clock", 1);
    assertThat(said())
        .contains("core.clock of SIM-0: bounds 300 MHz to 1000 MHz leave 8 of its values")
        .contains("without earlier state");

    run("kill -9 %1 %2");
    run(line(blocks.get(0), "./wattune broker"));
    run(line(blocks.get(0), "./wattune flink"));
    awaitSaid("Flink listens on", 2);
    awaitSaid("was it started anew?", 1);
    run(line(blocks.get(0), "./wattune jobs"));
    awaitSaid("wattune-ledger was submitted", 2);
    assertThat(said())
        .containsPattern("goes on from file:.*/site/flink/checkpoints/wattune-ledger/");
    awaitSaid("wattune-ledger is RUNNING", 2);

    run(
        blocks
            .get(2)
            .replace("%2 %1", "%10 %9") // Started anew, they are other jobs of the shell.
            .replace("%4 %3", "%4 %11"));
    run("echo all have ended; exit");
    assertThat(shell.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(said()).isTrue();
    assertThat(said())
        .contains("own settings are back and verified on all 1 nodes", "all have ended");
    settingsAreBack();
  }

  /** The commands of the section, block by block. */
  private static List<String> blocks() throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/running-a-cluster.md"));
    int from = page.indexOf("\n## Processes on one machine\n");
    assertThat(from).isNotNegative();
    String section = page.substring(from, page.indexOf("\n## ", from + 1));
    List<String> blocks = new ArrayList<>();
    String[] parts = section.split("```bash\n", -1);
    for (int i = 1; i < parts.length; i++) {
      blocks.add(parts[i].substring(0, parts[i].indexOf("```")));
    }
    return blocks;
  }

  private static String line(String block, String start) {
    return block.lines().filter(each -> each.startsWith(start)).findFirst().orElseThrow();
  }

  private void run(String text) throws IOException {
    commands.write(text.stripTrailing() + "\n");
    commands.flush();
  }

  private String said() throws IOException {
    return Files.readString(said);
  }

  private void awaitSaid(String text, int times) {
    await(text + ", " + times + " times")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .untilAsserted(
            () -> {
              assertThat(shell.isAlive()).as(said()).isTrue();
              assertThat(said().split(java.util.regex.Pattern.quote(text), -1).length - 1)
                  .as(said())
                  .isGreaterThanOrEqualTo(times);
            });
  }

  private void awaitKernelsOf(int devices) {
    var found = new TreeSet<String>();
    try (TopicReader<LedgerEntry> reader =
        TopicReader.open(
            KafkaAccess.of("127.0.0.1:" + kafkaPort),
            Namespace.live().topic(Topic.ENERGY),
            true,
            new LedgerEntryCodec())) {
      await("entries of the ledger")
          .pollInSameThread()
          .atMost(PATIENCE)
          .until(
              () -> {
                reader.poll(
                    Duration.ofMillis(200),
                    entry -> {
                      if (entry.book() == Book.KERNEL) {
                        found.add(entry.device());
                      }
                    });
                return found.size() == devices;
              });
    }
  }

  private void settingsAreBack() throws IOException {
    for (String gpu : List.of("SIM-0", "SIM-1")) {
      Path file = folder.resolve("site/node-1.state").resolve(gpu + ".registers");
      ControlRegisters registers = ControlRegisters.open(file);
      for (int k = 0; k < registers.tunables().size(); k++) {
        assertThat(registers.value(k))
            .as(gpu + " " + registers.tunables().get(k).name())
            .isEqualTo(registers.tunables().get(k).ownValue().orElseThrow());
      }
    }
  }
}
