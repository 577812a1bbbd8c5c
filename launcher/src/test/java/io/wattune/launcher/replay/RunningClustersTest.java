package io.wattune.launcher.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.launcher.flink.SeparateFlink;
import io.wattune.testkit.Example;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Kafka broker and a Flink cluster that run already, Flink in processes of its own. */
@Tag("soak")
class RunningClustersTest {
  @TempDir Path folder;

  @Test
  void aSeparateFlinkGivesTheSameEnergiesAndIsLeftAsItWas() throws Exception {
    assumeThat(System.getProperty("java.class.path"))
        .as("jars of all modules, which 'verify' makes and 'test' does not")
        .containsPattern("wattune-streams-[^:;]*\\.jar");
    JsonNode embedded = CommandRun.of(replay()).json();

    JsonNode elsewhere;
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        SeparateFlink flink = SeparateFlink.start(folder, 2);
        Admin admin = broker.access().admin(Map.of())) {
      elsewhere =
          CommandRun.of(
                  replay("--bootstrap", broker.bootstrapServers(), "--flink", flink.address()))
              .json();
      assertThat(flink.jobStates()).containsExactly("CANCELED");
      assertThat(admin.listTopics().names().get())
          .as("topics that the replay leaves behind")
          .noneMatch(name -> name.startsWith("wattune"));
    }

    // Energies are written to the microjoule, so that equal numbers are equal energies.
    assertThat(elsewhere.path("activities")).hasSize(4).isEqualTo(embedded.path("activities"));
    assertThat(elsewhere.path("totalEnergyJoules")).isEqualTo(embedded.path("totalEnergyJoules"));
    assertThat(elsewhere.path("sensor")).isEqualTo(embedded.path("sensor"));
  }

  private static String[] replay(String... more) {
    Path example = Example.folder();
    String[] arguments = {
      "replay",
      example.resolve("gpudata.csv").toString(),
      "--activity",
      example.resolve("activity.csv").toString(),
      "--time-zone",
      "UTC",
      "--parallelism",
      "2",
      "--json"
    };
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return all;
  }
}
