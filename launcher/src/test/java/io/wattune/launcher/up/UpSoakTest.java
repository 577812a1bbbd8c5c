package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code up} where its sensor lags, and where it is killed. */
@Tag("soak")
@EnabledOnOs({OS.LINUX, OS.MAC})
class UpSoakTest {
  /** The ledger holds each simulated GPU's energy to half a percent. */
  private static final double MOST_ENERGY_ERROR = 0.005;

  @TempDir Path folder;

  private UpProcess up;

  @AfterEach
  void stop() {
    up.close();
  }

  @Test
  void theLaggingSensorOfTheK20LosesNoEnergyEither() throws Exception {
    // Its lag is learned from the rises of its kernels, though its driver stalls within them.
    up =
        UpProcess.start(
            folder, "--for=30s", "--json", "--gpu=k20c", "--workload=long-kernels", "--nodes=1");

    JsonNode json = up.summary(UpProcess.PATIENCE, 0);
    assertThat(json.path("energyJoules")).hasSize(2);
    for (JsonNode device : json.path("energyJoules")) {
      assertThat(device.path("missingWindows").asLong()).isZero();
      assertThat(Math.abs(device.path("relativeError").asDouble()))
          .isLessThanOrEqualTo(MOST_ENERGY_ERROR);
    }
  }

  @Test
  void whenItIsKilledWriterAndGuardianRestoreEveryGpuAndEndToo() throws Exception {
    up = UpProcess.start(folder);
    up.until(() -> !up.notRestored().isEmpty());
    List<ProcessHandle> children = up.process().children().toList();

    up.process().destroyForcibly();

    // The lease is 10 s, and the writer ends sooner: its standard input does.
    await().atMost(Duration.ofSeconds(10)).until(() -> up.notRestored().isEmpty());
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(children).hasSize(2);
  }
}
