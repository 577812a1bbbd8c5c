package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.Quality;
import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.HeatCodec;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.standin.LoadProgram;
import io.wattune.testbed.standin.NvmlStandIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A GPU as NVIDIA's are read, from counters and power to the topics and the page. */
@Tag("nightly")
@Tag("alone")
@EnabledOnOs({OS.LINUX, OS.MAC})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UpOnNvidiaTest {
  /** A stand-in takes some 60 W at rest, and 200 W under its load. */
  private static final double LOADED_WATTS = 120;

  private static final long ENOUGH_NANOS = 15_000_000_000L;

  private UpProcess up;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    Assumptions.assumeTrue(
        NvmlStandIn.obstacle().isEmpty(), () -> NvmlStandIn.obstacle().orElse(""));
    up =
        UpProcess.start(
            folder,
            "--policy=none",
            "--nodes=1",
            "--gpus-per-node=1",
            "--store=off",
            "--devices=nvidia-stand-in");
  }

  @AfterAll
  void stop() {
    if (up != null) {
      up.close();
    }
  }

  /** Its counters are shares of time alone. */
  @Test
  @Order(1)
  void sharesOfTimeGiveACoarseSplit() throws Exception {
    // The same load all the time cannot be told from idle power: the program pauses after a while.
    // It must not end, since `up` ends with any of its processes.
    long begun = first(each -> each.totalWatts() > LOADED_WATTS).endNanos();
    first(each -> each.endNanos() > begun + ENOUGH_NANOS);
    List<ProcessHandle> programs =
        up.process().descendants().filter(UpOnNvidiaTest::isLoadProgram).toList();
    assertThat(programs).hasSize(1);
    UpProcess.signal("STOP", programs.get(0));
    ComponentPower power = first(ComponentPower::isKnown);

    assertThat(power.doubts()).contains(ComponentDoubt.COARSE);
    assertThat(power.components())
        .flatExtracting(ComponentWatts::counters)
        .contains("utilization.gpu");
    assertThat(power.kernels()).isEmpty();
  }

  /** Its temperature is among its counters. */
  @Test
  @Order(2)
  void heatOfItsBlocksIsReportedAndShown() {
    HeatRecord heat =
        up.first(
            Topic.HEAT,
            new HeatCodec(),
            HeatRecord::device,
            each -> !each.reading().blocks().isEmpty());
    assertThat(heat.isPlanGiven()).isFalse();
    assertThat(heat.quality())
        .isGreaterThanOrEqualTo(Quality.ESTIMATED)
        .isLessThan(Quality.INVALID);
    // The stand-in's room is at 30 C, and it settles below 80 C at its own limit.
    assertThat(heat.reading().sensor().orElseThrow().celsius()).isBetween(25.0, 85.0);
    assertThat(heat.reading().aboveSensor().celsius()).isPositive();
    JsonNode shown = up.shown(heat.device(), "heat", "blocks");
    assertThat(shown.path("plan").asText()).isEqualTo("generic");
    assertThat(shown.path("blocks").size()).isEqualTo(heat.reading().blocks().size());
    assertThat(shown.path("frames").get(0).path("celsius").size())
        .isEqualTo(heat.reading().blocks().size());
  }

  private ComponentPower first(Predicate<ComponentPower> condition) {
    return up.first(
        Topic.COMPONENT_POWER, new ComponentPowerCodec(), ComponentPower::device, condition);
  }

  /** Java's own command line of a process ends after one page, which a long class path fills. */
  private static boolean isLoadProgram(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
          .contains(LoadProgram.class.getName());
    } catch (IOException e) {
      return false;
    }
  }
}
