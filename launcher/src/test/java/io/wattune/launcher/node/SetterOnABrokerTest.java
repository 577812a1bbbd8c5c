package io.wattune.launcher.node;

import static io.wattune.launcher.node.SplitNode.OWN;
import static io.wattune.launcher.node.SplitNode.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The writer's two halves as processes: the setter on its own class path, and the command. */
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
class SetterOnABrokerTest {
  private static final long LEASE_MILLIS = 20_000;

  @TempDir Path folder;

  @Test
  void decisionsGoThroughBothHalvesAndEachOneMayDie() throws Exception {
    try (var broker = SplitNode.startBroker(folder.resolve("broker"));
        var node = new SplitNode(folder, broker, "n1", false)) {
      Process setter = node.startSetter();
      CommandProcess writer = node.startWriter();
      node.tune(600, LEASE_MILLIS);
      assertThat(NodeClassPath.setter())
          .doesNotContain("kafka", "avro", "jackson", "picocli", "log4j");

      setter.destroyForcibly().waitFor();
      setter = node.startSetter();
      await().atMost(PATIENCE).until(() -> node.clock() == OWN);
      node.tune(500, LEASE_MILLIS);

      writer.process().destroyForcibly().waitFor();
      assertThat(node.clock()).as("within its lease").isEqualTo(500);
      CommandProcess next = node.startWriter();
      node.tune(700, LEASE_MILLIS);

      next.signal("TERM");
      assertThat(next.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(next.process().exitValue()).as(() -> "" + next.lines()).isZero();
      await().atMost(PATIENCE).until(() -> node.clock() == OWN);
      assertThat(setter.isAlive()).isTrue();

      setter.destroy();
      assertThat(setter.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(setter.exitValue()).isZero();
      assertThat(node.state().resolve("journal")).doesNotExist();
    }
  }
}
