package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.control.serving.ServingTables;
import io.wattune.core.decision.Decision;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServerState;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.serving.ServingSetting;
import io.wattune.launcher.WattuneCommand;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.serving.ServedGpu;
import io.wattune.testbed.serving.ServedLoad;
import io.wattune.testbed.serving.ServedMeasurements;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
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

/**
 * The whole pipeline with a simulated server, which takes up to four requests at once, as its page
 * alone shows: by way of the agent to the topic and the controller, what {@code --policy cofris} or
 * an operator sets by way of the writer to its clock and units, and from there to the latency that
 * its page shows. One run.
 */
@Tag("nightly")
@EnabledOnOs({OS.LINUX, OS.MAC})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UpServesTest {
  private static final String MODEL = "resnet152";
  private static final int BATCH = 4;
  private static final String WORKLOAD = "serving/" + MODEL + "/constant/batch-" + BATCH;
  private static final String DEVICE = "node-001/SIM-001-00";
  private static final String OBJECTIVE = "1.25x";
  private static final ServingSetting SLOW = new ServingSetting(1085, 30, 1);

  /** Half a minute of what is set by load: some 900 requests. */
  private static final int FOLLOWED = 60;

  /** Enough that a median is known: some 300 requests. */
  private static final int READINGS = 20;

  private Path folder;

  private UpProcess up;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    up =
        UpProcess.start(
            folder,
            "--json",
            "--nodes=1",
            "--gpus-per-node=1",
            "--workload=" + WORKLOAD,
            "--policy=cofris",
            "--slo=" + OBJECTIVE,
            "--store=off",
            "--dashboard=off");
  }

  @AfterAll
  void stop() {
    up.close();
  }

  @Test
  @Order(1)
  void aServerIsFollowedWithinItsObjective() {
    List<ServingReading> readings = readings(FOLLOWED);
    LatencyBound tail = quantile(0.95, readings);

    double objective =
        ServiceObjective.parse(OBJECTIVE)
            .seconds(ServingTables.of(ServedMeasurements.sampled(ServedLoad.of(WORKLOAD))));
    System.out.printf(
        "up cofris: tail %.4f to %.4f s, objective %.4f s%n",
        tail.lowSeconds(), tail.highSeconds(), objective);
    List<Decision> decisions =
        up.recordsUntilNow(Topic.DECISIONS, new DecisionCodec(), Decision::node);
    assertThat(decisions)
        .anySatisfy(
            decision -> {
              assertThat(decision).isInstanceOf(Decision.ForDevice.class);
              var forDevice = (Decision.ForDevice) decision;
              assertThat(forDevice.reason()).isEqualTo(ServerState.FOLLOWED.reason());
              assertThat(forDevice.defaultConfiguration().setting("core.clock")).isPresent();
            });
    assertThat(decisions)
        .filteredOn(Decision.ForDevice.class::isInstance)
        .extracting(decision -> ((Decision.ForDevice) decision).reason())
        .doesNotContain(ServerState.DOUBTED.reason(), ServerState.MISSED.reason());
    assertThat(tail.highSeconds()).isLessThanOrEqualTo(objective);
    assertThat(readings)
        .allSatisfy(each -> assertThat(each.running().orElse(0)).isLessThanOrEqualTo(BATCH))
        .anySatisfy(each -> assertThat(each.running().orElse(0)).isGreaterThan(1));
  }

  /** Above what the policy would set, first the own settings, then slow ones. */
  @Test
  @Order(2)
  void whatAnOperatorSetsShowsInTheLatencyThatTheServersPageShows() {
    ServingProfile profile = ServedGpu.profile(MODEL);

    LatencyBound own = medianAt(profile.baseline());
    LatencyBound slow = medianAt(SLOW);

    double ratio = profile.seconds(SLOW) / profile.seconds(profile.baseline());
    assertThat(ratio).isGreaterThan(1.15);
    // Bounds are a tenth apart; who waits waits longer than the ratio says, never shorter.
    assertThat(slow.highSeconds() / own.highSeconds()).isGreaterThan(ratio / 1.1);
  }

  private LatencyBound medianAt(ServingSetting setting) {
    assertThat(
            WattuneCommand.commandLine()
                .execute(
                    "set",
                    "--bootstrap",
                    up.line("Kafka"),
                    "--key",
                    folder.resolve("data/operator.pem").toString(),
                    "--device",
                    DEVICE,
                    "core.clock=" + setting.megaHertz() + "MHz",
                    "cu.count=" + setting.units(),
                    "--for",
                    "10m"))
        .isZero();
    int set =
        up.recordsUntilNow(Topic.SERVING, new ServingReadingCodec(), ServingReading::node).size();
    // One that is under way began before.
    int before = set + 2;
    return quantile(0.5, readings(before + READINGS).subList(before, before + READINGS));
  }

  @Test
  @Order(3)
  void energyIsSavedEachReadingIsWholeAndItIsRestoredInTheEnd() throws Exception {
    List<ServingReading> readings =
        up.recordsUntilNow(Topic.SERVING, new ServingReadingCodec(), ServingReading::node);

    up.interrupt();

    JsonNode summary = up.summary(UpProcess.PATIENCE, 130);
    assertThat(summary.path("allHome").asBoolean()).isTrue();
    // Offline it is more than a third at this load; the first seconds are at own settings, steps
    // are of eight rungs, and the operator's own settings are a part of it, too.
    double saved = summary.at("/trulySaved/share").asDouble();
    System.out.printf("up cofris: truly saved %.1f %%%n", 100 * saved);
    assertThat(saved).isGreaterThan(0.2);
    assertThat(readings)
        .allSatisfy(
            each -> {
              assertThat(each.node()).isEqualTo("node-001");
              assertThat(each.server()).isEqualTo(MODEL);
              assertThat(each.model()).isEqualTo(MODEL);
              assertThat(each.kind()).isEqualTo(ServerKind.VLLM);
              assertThat(each.devices()).containsExactly(DEVICE);
              assertThat(each.arrived()).isPresent();
            });
    for (int i = 1; i < readings.size(); i++) {
      assertThat(readings.get(i).sequence()).isEqualTo(i);
      assertThat(readings.get(i).startNanos()).isEqualTo(readings.get(i - 1).endNanos());
    }
    long arrived = readings.stream().mapToLong(each -> each.arrived().orElseThrow()).sum();
    long finished = readings.stream().mapToLong(ServingReading::finished).sum();
    // All but those that were there at the two ends.
    assertThat(arrived).isBetween(finished - 20, finished + 20);
  }

  private List<ServingReading> readings(int count) {
    return up.records(
        Topic.SERVING, new ServingReadingCodec(), ServingReading::node, all -> all.size() >= count);
  }

  private static LatencyBound quantile(double share, List<ServingReading> of) {
    return of.stream()
        .map(ServingReading::latencies)
        .reduce(LatencyHistogram.EMPTY, LatencyHistogram::plus)
        .quantile(share)
        .orElseThrow();
  }
}
