package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.topics.Namespace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a node's agent needs is on its class path. {@link CommandProcess} starts writers and
 * guardians of the other tests with that class path, too, and {@code .ci/packed} runs all commands
 * of a node on that of {@code deploy/pack}.
 */
class NodeClassPathTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @Test
  void everyPatternNamesAJarThatThereIs() throws Exception {
    List<Path> jars = NodeClassPath.all().stream().map(NodeClassPath::jar).toList();

    assertThat(NodeClassPath.patterns())
        .isNotEmpty()
        .allSatisfy(
            pattern ->
                assertThat(jars).as(pattern).anyMatch(NodeClassPath.matcher(pattern)::matches));
  }

  @Test
  @Tag("long")
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void anAgentReadsAndSends() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
      NodeOnDisk node =
          NodeOnDisk.make(folder, "n1", broker.bootstrapServers(), NodeOnDisk.UNSIGNED);
      try (CommandProcess agent =
          CommandProcess.startOn(
              NodeClassPath.text(), "agent", "--listen", "127.0.0.1:0", node.file().toString())) {
        await().atMost(PATIENCE).until(() -> agent.hasSaid("broker reached"));

        agent.signal("TERM");

        assertThat(agent.process().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        await().atMost(PATIENCE).until(() -> agent.hasSaid(" 0 on disk, 0 dropped"));
        assertThat(agent.lines())
            .anyMatch(
                line -> line.matches(".* n1: [1-9]\\d* polls; of (\\d+) records \\1 sent, .*"));
      }
    }
  }

  /** Its jars are not there; it is not a defect, and no stack trace. */
  @ParameterizedTest
  @ValueSource(strings = {"replay some.csv", "evaluate k20", "up --for 1s"})
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aCommandOfElsewhereSaysSo(String command) throws Exception {
    try (CommandProcess run = CommandProcess.startOn(NodeClassPath.text(), command.split(" "))) {
      assertThat(run.process().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      await().atMost(PATIENCE).until(() -> !run.lines().isEmpty());

      assertThat(run.lines())
          .containsExactly(
              "wattune: wattune "
                  + command.split(" ")[0]
                  + " is not on the class path of a node; run it with all of Wattune, as"
                  + " class-path.args has it");
      assertThat(run.process().exitValue()).isEqualTo(2);
    }
  }
}
