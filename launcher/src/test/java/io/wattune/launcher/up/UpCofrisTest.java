package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.control.serving.ServingTables;
import io.wattune.core.decision.Decision;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServerState;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingReading;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.serving.ServedMeasurements;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The whole pipeline with a simulated server whose load steps, and {@code --policy cofris}. */
@Tag("soak")
@EnabledOnOs({OS.LINUX, OS.MAC})
class UpCofrisTest {
  private static final String MODEL = "resnet152";
  private static final String OBJECTIVE = "1.25x";

  private static final int MINUTE = 120;

  /** Two minutes, and a minute and a half. */
  private static final int READINGS = 2 * MINUTE + 180;

  @TempDir Path folder;

  /**
   * A twelfth of the full load, and ten times that, each for half a minute. How soon what is read
   * comes to a decision is the machine's, so that this is not for one that does other things.
   */
  @Test
  void stepsOfTenTimesKeepTheObjectiveInEachMinute() throws Exception {
    List<ServingReading> readings;
    List<Decision> decisions;
    JsonNode summary;
    try (var up =
        UpProcess.start(
            folder,
            "--json",
            "--nodes=1",
            "--gpus-per-node=1",
            "--workload=serving/" + MODEL + "/step",
            "--policy=cofris",
            "--slo=" + OBJECTIVE,
            "--store=off",
            "--dashboard=off")) {
      readings =
          up.records(
              Topic.SERVING,
              new ServingReadingCodec(),
              ServingReading::node,
              all -> all.size() >= READINGS);
      decisions = up.recordsUntilNow(Topic.DECISIONS, new DecisionCodec(), Decision::node);
      up.interrupt();
      summary = up.summary(UpProcess.PATIENCE, 130);
    }

    double objective =
        ServiceObjective.parse(OBJECTIVE)
            .seconds(ServingTables.of(ServedMeasurements.sampled(MODEL)));
    double worst = 0;
    for (int end = MINUTE; end <= readings.size(); end++) {
      List<ServedTime> minute =
          readings.subList(end - MINUTE, end).stream()
              .map(each -> ServedTime.of(each, objective))
              .toList();
      double late = minute.stream().mapToDouble(ServedTime::lateAtLeast).sum();
      worst = Math.max(worst, late / minute.stream().mapToLong(ServedTime::finished).sum());
    }
    double saved = summary.at("/trulySaved/share").asDouble();
    System.out.printf(
        "up cofris, steps: %.1f %% of the worst minute late, truly saved %.1f %%%n",
        100 * worst, 100 * saved);
    assertThat(worst).isLessThanOrEqualTo(0.05);
    assertThat(saved).isGreaterThan(0.1);
    assertThat(decisions)
        .filteredOn(Decision.ForDevice.class::isInstance)
        .extracting(decision -> ((Decision.ForDevice) decision).reason())
        .contains(ServerState.FOLLOWED.reason())
        .doesNotContain(ServerState.MISSED.reason());
    assertThat(summary.path("allHome").asBoolean()).isTrue();
  }
}
