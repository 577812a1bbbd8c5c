package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.with;

import io.wattune.control.Tuning;
import io.wattune.control.serving.ServingTables;
import io.wattune.core.decision.Decision;
import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServerState;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.serving.ServingTable;
import io.wattune.kafka.TopicReader;
import io.wattune.pipeline.KeepOptions;
import io.wattune.pipeline.Running;
import io.wattune.pipeline.UpOptions;
import io.wattune.pipeline.UpRun;
import io.wattune.pipeline.UpSummary;
import io.wattune.pipeline.ViewOptions;
import io.wattune.pipeline.component.GivenComponents;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.serving.ServedGpu;
import io.wattune.testbed.serving.ServedLoad;
import io.wattune.testbed.serving.ServedMeasurements;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole pipeline with a simulated server and {@code --policy cofris}: its page by way of the
 * agent to the controller, decisions by way of the writer to its clock and units.
 */
@Timeout(300)
@EnabledOnOs({OS.LINUX, OS.MAC})
class UpCofrisTest {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final String MODEL = "resnet152";

  /** A minute and a half of what is set by load. */
  private static final int READINGS = 180;

  private static final int MINUTE = 120;

  @TempDir Path folder;

  private final ServingTable table = table("/constant");
  private final ServiceObjective objective = new ServiceObjective(1.25, true);
  private final List<ServingReading> readings = new ArrayList<>();
  private final List<Decision> decisions = new ArrayList<>();

  private static ServingTable table(String load) {
    return ServingTables.of(ServedMeasurements.sampled(ServedLoad.of("serving/" + MODEL + load)));
  }

  private UpSummary run(String shape, int enough) throws Exception {
    return run(shape, table, enough);
  }

  private UpSummary run(String shape, ServingTable of, int enough) throws Exception {
    CompletableFuture<Running> begun = new CompletableFuture<>();
    UpRun run =
        new UpRun(
            options(shape, of),
            new PrintStream(PrintStream.nullOutputStream()),
            running -> {
              begun.complete(running);
              return () -> {};
            },
            summary -> {});
    Future<UpSummary> ending = CompletableFuture.supplyAsync(() -> summaryOf(run));
    Running running = begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    try (var serving =
            TopicReader.open(
                running.kafka(),
                Namespace.live().topic(Topic.SERVING),
                false,
                new ServingReadingCodec());
        var decided =
            TopicReader.open(
                running.kafka(),
                Namespace.live().topic(Topic.DECISIONS),
                false,
                new DecisionCodec())) {
      with()
          .pollInSameThread()
          .await()
          .atMost(PATIENCE.plusMillis(500L * enough))
          .until(
              () -> {
                serving.poll(Duration.ofMillis(100), readings::add);
                decided.poll(Duration.ofMillis(100), decisions::add);
                return readings.size() >= enough;
              });
    }
    run.tellToEnd();
    return ending.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /**
   * A twelfth of the full load, and ten times that, each for half a minute. How soon what is read
   * comes to a decision is the machine's, so that this is not for one that does other things.
   */
  @Test
  @Tag("soak")
  void stepsOfTenTimesKeepTheObjectiveInEachMinute() throws Exception {
    UpSummary summary = run("step", 2 * MINUTE + READINGS);

    double worst = 0;
    for (int end = MINUTE; end <= readings.size(); end++) {
      List<ServedTime> minute =
          readings.subList(end - MINUTE, end).stream()
              .map(each -> ServedTime.of(each, objective.seconds(table)))
              .toList();
      double late = minute.stream().mapToDouble(ServedTime::lateAtLeast).sum();
      worst = Math.max(worst, late / minute.stream().mapToLong(ServedTime::finished).sum());
    }
    System.out.printf(
        "up cofris, steps: %.1f %% of the worst minute late, truly saved %.1f %%%n",
        100 * worst, 100 * summary.trueSaving().share());
    assertThat(worst).isLessThanOrEqualTo(0.05);
    assertThat(summary.trueSaving().share()).isGreaterThan(0.1);
    assertThat(decisions)
        .filteredOn(Decision.ForDevice.class::isInstance)
        .extracting(decision -> ((Decision.ForDevice) decision).reason())
        .contains(ServerState.FOLLOWED.reason())
        .doesNotContain(ServerState.MISSED.reason());
    assertThat(summary.isRestored()).isTrue();
  }

  @Test
  @Tag("long")
  void aServerTakesLessEnergyWithinItsObjectiveAndIsRestoredInTheEnd() throws Exception {
    UpSummary summary = run("constant", READINGS);

    LatencyBound tail =
        readings.stream()
            .map(ServingReading::latencies)
            .reduce(LatencyHistogram.EMPTY, LatencyHistogram::plus)
            .quantile(0.95)
            .orElseThrow();
    System.out.printf(
        "up cofris: tail %.4f to %.4f s, objective %.4f s, truly saved %.1f %%, %s%n",
        tail.lowSeconds(),
        tail.highSeconds(),
        objective.seconds(table),
        100 * summary.trueSaving().share(),
        decisions.stream().filter(Decision.ForDevice.class::isInstance).count());
    assertThat(decisions)
        .anySatisfy(
            decision -> {
              assertThat(decision).isInstanceOf(Decision.ForDevice.class);
              var forDevice = (Decision.ForDevice) decision;
              assertThat(forDevice.reason()).isEqualTo(ServerState.FOLLOWED.reason());
              assertThat(forDevice.defaultConfiguration().setting("core.clock")).isPresent();
              assertThat(forDevice.defaultConfiguration().setting("cu.count")).isPresent();
            });
    assertThat(tail.highSeconds()).isLessThanOrEqualTo(objective.seconds(table));
    // Offline it is more than a third at this load; the first seconds are at own settings, and
    // steps
    // are of eight rungs.
    assertThat(summary.trueSaving().share()).isGreaterThan(0.2);
    assertThat(summary.isRestored()).isTrue();
  }

  /** The same with a server that takes up to four at once, as its page alone shows. */
  @Test
  @Tag("long")
  void aServerOfBatchesTakesLessEnergyWithinItsObjective() throws Exception {
    ServingTable ofBatches = table("/constant/batch-4");
    UpSummary summary = run("constant/batch-4", ofBatches, READINGS);

    LatencyBound tail =
        readings.stream()
            .map(ServingReading::latencies)
            .reduce(LatencyHistogram.EMPTY, LatencyHistogram::plus)
            .quantile(0.95)
            .orElseThrow();
    System.out.printf(
        "up cofris, batches: tail %.4f to %.4f s, objective %.4f s, truly saved %.1f %%%n",
        tail.lowSeconds(),
        tail.highSeconds(),
        objective.seconds(ofBatches),
        100 * summary.trueSaving().share());
    assertThat(readings).anySatisfy(each -> assertThat(each.running().orElse(0)).isGreaterThan(1));
    assertThat(readings)
        .allSatisfy(each -> assertThat(each.running().orElse(0)).isLessThanOrEqualTo(4));
    assertThat(decisions)
        .filteredOn(Decision.ForDevice.class::isInstance)
        .extracting(decision -> ((Decision.ForDevice) decision).reason())
        .contains(ServerState.FOLLOWED.reason())
        .doesNotContain(ServerState.DOUBTED.reason(), ServerState.MISSED.reason());
    assertThat(tail.highSeconds()).isLessThanOrEqualTo(objective.seconds(ofBatches));
    assertThat(summary.trueSaving().share()).isGreaterThan(0.15);
    assertThat(summary.isRestored()).isTrue();
  }

  private UpOptions options(String shape, ServingTable of) {
    return new UpOptions(
        1,
        1,
        ServedGpu.NAME,
        "serving/" + MODEL + "/" + shape,
        SensitivitySettings.DEFAULT,
        Tuning.by(
            NonePolicy.COFRIS,
            TemperatureLimits.NONE,
            new ServingGoals(Map.of(MODEL, of), objective, Map.of())),
        null,
        folder.resolve("data"),
        1,
        Duration.ofMillis(20),
        0,
        0,
        KeepOptions.NOTHING,
        ViewOptions.NOTHING,
        true,
        true,
        List.of("up"),
        UpOptions.Hardware.SIMULATED,
        GivenComponents.NOTHING);
  }

  private static UpSummary summaryOf(UpRun run) {
    try {
      return run.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
