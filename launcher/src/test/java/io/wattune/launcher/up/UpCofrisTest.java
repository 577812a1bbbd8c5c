package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.control.serving.ServingTables;
import io.wattune.core.decision.Decision;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServerState;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.tunable.TunableName;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.serving.ServedLoad;
import io.wattune.testbed.serving.ServedMeasurements;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The whole pipeline with a simulated server whose load steps, and {@code --policy cofris}. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class UpCofrisTest {
  private static final String MODEL = "resnet152";
  private static final String OBJECTIVE = "1.25x";

  private static final int MINUTE = 120;

  @TempDir Path folder;

  private record Followed(
      List<ServingReading> readings, List<Decision> decisions, JsonNode summary) {}

  /**
   * Two workers of a model with small kernels, by a right-size table that went over the topic to
   * controller, writer and the server's runtime.
   */
  @Test
  @Tag("nightly")
  void kernelsOnUnitsOfTheirOwnTakeLessEnergyWithinTheObjective() throws Exception {
    try (var up =
        UpProcess.start(
            folder,
            "--json",
            "--nodes=1",
            "--gpus-per-node=1",
            "--workload=serving/albert/constant",
            "--policy=krisp",
            "--store=off",
            "--dashboard=off")) {
      List<Decision> decisions =
          up.records(
              Topic.DECISIONS,
              new DecisionCodec(),
              Decision::node,
              all -> all.stream().anyMatch(UpCofrisTest::isFoundBetter));
      List<ServingReading> readings =
          up.recordsUntilNow(Topic.SERVING, new ServingReadingCodec(), ServingReading::node);
      up.interrupt();
      JsonNode summary = up.summary(UpProcess.PATIENCE, 130);

      double saved = summary.at("/trulySaved/share").asDouble();
      double objective =
          ServedMeasurements.usualObjective(ServedLoad.of("serving/albert/constant/workers-2"));
      double tail =
          readings.stream()
              .map(ServingReading::latencies)
              .reduce(LatencyHistogram.EMPTY, LatencyHistogram::plus)
              .quantile(0.95)
              .orElseThrow()
              .highSeconds();
      System.out.printf(
          "up krisp: %d readings, tail %.4f s, objective %.4f s, truly saved %.1f %%%n",
          readings.size(), tail, objective, 100 * saved);
      assertThat(tail).isLessThanOrEqualTo(objective);
      assertThat(readings)
          .anySatisfy(each -> assertThat(each.running().orElse(0)).isEqualTo(2))
          .allSatisfy(each -> assertThat(each.running().orElse(0)).isLessThanOrEqualTo(2));
      assertThat(reasons(decisions)).doesNotContain(ServerState.MISSED.reason());
      // Less was measured, in turns with own settings: of the time half at most is not saved.
      assertThat(saved).isGreaterThan(0.02);
      assertThat(summary.path("allHome").asBoolean()).isTrue();
    }
  }

  private static boolean isFoundBetter(Decision decision) {
    return decision instanceof Decision.ForDevice each
        && each.detail().contains("less power than with own settings")
        && each.defaultConfiguration().setting(TunableName.CU_OVERLAP).isPresent();
  }

  private Followed follow(String load, int enough) throws Exception {
    try (var up =
        UpProcess.start(
            folder,
            "--json",
            "--nodes=1",
            "--gpus-per-node=1",
            "--workload=serving/" + MODEL + load,
            "--policy=cofris",
            "--slo=" + OBJECTIVE,
            "--store=off",
            "--dashboard=off")) {
      List<ServingReading> readings =
          up.records(
              Topic.SERVING,
              new ServingReadingCodec(),
              ServingReading::node,
              all -> all.size() >= enough);
      List<Decision> decisions =
          up.recordsUntilNow(Topic.DECISIONS, new DecisionCodec(), Decision::node);
      up.interrupt();
      return new Followed(readings, decisions, up.summary(UpProcess.PATIENCE, 130));
    }
  }

  private static double objective(String load) {
    return ServiceObjective.parse(OBJECTIVE)
        .seconds(
            ServingTables.of(ServedMeasurements.sampled(ServedLoad.of("serving/" + MODEL + load))));
  }

  private static List<String> reasons(List<Decision> decisions) {
    return decisions.stream()
        .filter(Decision.ForDevice.class::isInstance)
        .map(decision -> ((Decision.ForDevice) decision).reason())
        .toList();
  }

  /**
   * A twelfth of the full load, and ten times that, each for half a minute. How soon what is read
   * comes to a decision is the machine's, so that this is not for one that does other things.
   */
  @Test
  @Tag("soak")
  void stepsOfTenTimesKeepTheObjectiveInEachMinute() throws Exception {
    // Two minutes, and a minute and a half.
    Followed followed = follow("/step", 2 * MINUTE + 180);

    List<ServingReading> readings = followed.readings();
    double objective = objective("/step");
    double worst = 0;
    for (int end = MINUTE; end <= readings.size(); end++) {
      List<ServedTime> minute =
          readings.subList(end - MINUTE, end).stream()
              .map(each -> ServedTime.of(each, objective))
              .toList();
      double late = minute.stream().mapToDouble(ServedTime::lateAtLeast).sum();
      worst = Math.max(worst, late / minute.stream().mapToLong(ServedTime::finished).sum());
    }
    double saved = followed.summary().at("/trulySaved/share").asDouble();
    System.out.printf(
        "up cofris, steps: %.1f %% of the worst minute late, truly saved %.1f %%%n",
        100 * worst, 100 * saved);
    assertThat(worst).isLessThanOrEqualTo(0.05);
    assertThat(saved).isGreaterThan(0.1);
    assertThat(reasons(followed.decisions()))
        .contains(ServerState.FOLLOWED.reason())
        .doesNotContain(ServerState.MISSED.reason());
    assertThat(followed.summary().path("allHome").asBoolean()).isTrue();
  }
}
