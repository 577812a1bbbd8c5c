package io.wattune.pipeline.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.thermal.live.GivenPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FloorPlanFileTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    file = folder.resolve("mine.json");
    Files.writeString(folder.resolve("mine.flp"), "core 0.01 0.005 0 0\nmem 0.01 0.005 0 0.005\n");
  }

  private GivenPlan read(String json) throws Exception {
    Files.writeString(file, json);
    return FloorPlanFile.read("n/gpu-*=" + file);
  }

  @Test
  void aPlanIsReadWithWhatItNames() throws Exception {
    GivenPlan plan =
        read(
            """
            {"floorPlan": "mine.flp", "sensorBlock": "mem", "mapping": {"FP": {"core": 1}}}
            """);

    assertThat(plan.isFor("n/gpu-3")).isTrue();
    assertThat(plan.isFor("m/gpu-3")).isFalse();
    assertThat(plan.plan().plan().size()).isEqualTo(2);
    assertThat(plan.plan().sensorBlock()).contains("mem");
    assertThat(plan.plan().isGiven()).isTrue();
  }

  @Test
  void whatDoesNotFitIsSaidAtOnce() {
    assertThatThrownBy(() -> read("{}")).hasMessageContaining("needs \"floorPlan\"");
    assertThatThrownBy(() -> read("{\"floorPlan\": \"mine.flp\", \"sensor\": 1}"))
        .hasMessageContaining("sensor is not a key");
    assertThatThrownBy(() -> read("{\"floorPlan\": \"mine.flp\", \"sensorBlock\": \"SM\"}"))
        .hasMessageContaining("'SM'");
    assertThatThrownBy(
            () -> read("{\"floorPlan\": \"mine.flp\", \"mapping\": {\"FP\": {\"SM*\": 1}}}"))
        .hasMessageContaining("no block of the floor plan is named so");
  }
}
