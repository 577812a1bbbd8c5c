package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.register.ControlRegisters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
 * The command {@code up} as its user runs it: real processes, broker, Flink, controller, store,
 * archive, page. One run from its start to Ctrl-C, which the tests look at one after another.
 */
@Tag("long")
@Tag("alone")
@EnabledOnOs({OS.LINUX, OS.MAC})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UpEndToEndTest {
  /** From the first decision on. */
  private static final Duration WATCHED = Duration.ofSeconds(15);

  /** The ledger holds each simulated GPU's energy to half a percent where it was polled. */
  private static final double MOST_ENERGY_ERROR = 0.005;

  private static final Pattern ORDER =
      Pattern.compile("--device \\S+/(\\S+) core\\.clock=(\\d+)MHz");

  private Path folder;

  private Path archive;
  private UpProcess up;
  private long tunedNanos;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    archive = folder.resolve("archive");
    up = UpProcess.start(folder, "--json", "--archive=" + archive);
  }

  @AfterAll
  void stop() {
    up.close();
  }

  /** Not within a time that is given before: how soon a machine has tuned, is its own affair. */
  @Test
  @Order(1)
  void settingsOfSomeGpuAreChanged() {
    up.until(() -> !up.notRestored().isEmpty());
    tunedNanos = System.nanoTime();
  }

  /** From counters and power to the topic, the page and the archive, while clocks change. */
  @Test
  @Order(2)
  void componentsOfAGpuAddUpToItsPower() throws Exception {
    ComponentPower power =
        up.first(
            Topic.COMPONENT_POWER,
            new ComponentPowerCodec(),
            ComponentPower::device,
            each -> each.isKnown() && each.modelRevision() > 10 && isLoaded(each));

    assertThat(power.components())
        .flatExtracting(ComponentWatts::counters)
        .containsExactlyInAnyOrder("VALUBusy", "MemUnitBusy", "ReadBytes", "WrittenBytes");
    double sum = Objects.requireNonNull(power.idle()).watts();
    for (ComponentWatts each : power.components()) {
      sum += each.watts();
    }
    assertThat(sum).isCloseTo(power.totalWatts(), within(1e-6 * power.totalWatts()));
    assertThat(power.doubts()).doesNotContain(ComponentDoubt.COARSE, ComponentDoubt.GIVEN);
    assertThat(power.kernels()).isNotEmpty();
    JsonNode shown = up.shown(power.device(), "components", "bins");
    assertThat(shown.path("parts").get(0).path("name").asText()).isEqualTo("idle");
    assertThat(shown.path("parts").size()).isGreaterThanOrEqualTo(2);
    assertThat(shown.path("bins").get(0).path("joules").get(0).asDouble()).isPositive();
    assertThat(up.page("/metrics"))
        .contains("wattune_dashboard_device_component_watts{")
        .contains("component=\"idle\"");
    up.until(() -> hasFiles(archive.resolve("component-power")));
  }

  private static boolean isLoaded(ComponentPower power) {
    return power.components().stream().mapToDouble(ComponentWatts::watts).sum() > 20;
  }

  private static boolean hasFiles(Path kind) throws IOException {
    if (!Files.isDirectory(kind)) {
      return false;
    }
    try (Stream<Path> all = Files.walk(kind)) {
      return all.anyMatch(each -> each.toString().endsWith(".parquet"));
    }
  }

  @Test
  @Order(3)
  void theLineThatSetsAGpuByHandIsReadyToBeCopied() throws Exception {
    String line = up.line("set with");
    assertThat(line).startsWith("./wattune ");
    Matcher order = ORDER.matcher(line);
    assertThat(order.find()).as(line).isTrue();

    assertThat(up.paste(line)).contains("read back");

    ControlRegisters device =
        up.registers().stream()
            .filter(each -> each.device().endsWith(order.group(1)))
            .findFirst()
            .orElseThrow();
    assertThat(device.value(device.control("core.clock")))
        .as("a policy sets it no more")
        .isEqualTo(Long.parseLong(order.group(2)));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key())))
        .isEqualTo("rw-------");
  }

  private Path key() {
    return folder.resolve("data/operator.pem");
  }

  @Test
  @Order(4)
  void energyAddsUpAndCtrlCRestoresEveryGpu() throws Exception {
    up.until(() -> System.nanoTime() - tunedNanos > WATCHED.toNanos());
    // Records may wait ten minutes, but the first commit comes soon.
    up.until(() -> Files.exists(archive.resolve("_manifest/00000000000000000001.json")));

    up.interrupt();

    JsonNode json = up.summary(UpProcess.PATIENCE, 130);
    assertThat(up.notRestored()).isEmpty();
    assertThat(json.path("nodes").asInt()).isEqualTo(2);
    assertThat(json.path("devices").asInt()).isEqualTo(4);
    assertThat(json.path("samples").asLong()).isPositive();
    assertThat(json.path("decisions").asLong()).isPositive();
    assertThat(json.at("/actuations/applied").asLong()).isPositive();
    assertThat(json.at("/latencyMillis/count").asLong()).isPositive();
    assertThat(json.path("rejects").asLong()).isZero();
    assertThat(json.path("droppedRecords").asLong()).isZero();
    assertThat(json.path("restores").asLong()).as("one for each GPU").isGreaterThanOrEqualTo(4);
    assertThat(json.path("allHome").asBoolean()).isTrue();
    assertThat(json.at("/store/pointsWritten").asLong()).isPositive();
    assertThat(json.at("/store/pointsRefused").asLong()).isZero();
    assertThat(json.at("/store/retries").asLong()).isZero();
    assertThat(json.at("/store/lagRecords").asLong()).isZero();
    assertThat(json.at("/store/failure").isNull()).isTrue();
    assertThat(json.at("/archive/records").asLong()).isPositive();
    assertThat(json.at("/archive/lagRecords").asLong()).isZero();
    assertThat(json.at("/archive/failure").isNull()).isTrue();
    assertThat(json.path("energyJoules")).hasSize(4);
    long polledSeconds = 0;
    for (JsonNode device : json.path("energyJoules")) {
      polledSeconds += device.path("seconds").asLong();
      assertThat(device.path("seconds").asLong()).isGreaterThanOrEqualTo(WATCHED.toSeconds());
      assertThat(device.path("missingWindows").asLong()).isZero();
      assertEnergyIsTrue(device);
    }
    // 50 polls a second of each GPU; a machine that is busy misses some deadlines.
    double read = json.path("readings").asLong() / (50.0 * polledSeconds);
    assertThat(read).isGreaterThan(0.5);
    assertThat(json.path("readings").asDouble())
        .isLessThanOrEqualTo(50 * 4 * json.path("wallSeconds").asDouble());
  }

  /**
   * Seconds in which no poll was missed must be right. In a second with a gap a straight line
   * stands for what nobody saw: a machine that stops for a second while a kernel begins loses its
   * energy. What is promised of such seconds is their error bar: three standard errors of a sum of
   * seconds that err each for itself, since what they would have in common, the gain, is exact in
   * simulated sensors. The stated error is the seconds' added up, which is too wide for a sum.
   */
  private static void assertEnergyIsTrue(JsonNode device) {
    double polledShare = 0;
    for (Map.Entry<String, JsonNode> each : device.path("byQuality").properties()) {
      boolean isGap = each.getKey().equals("gap");
      double truth = each.getValue().path("truth").asDouble();
      double share = truth / device.path("truth").asDouble();
      double seconds = Math.max(1, share * device.path("seconds").asDouble());
      double added = each.getValue().path("standardError").asDouble();
      double most = isGap ? 3 * added / Math.sqrt(seconds) : MOST_ENERGY_ERROR * truth;
      assertThat(each.getValue().path("ledger").asDouble())
          .as(() -> each.getKey() + " of " + device)
          .isCloseTo(truth, within(most));
      polledShare += isGap ? 0 : share;
    }
    assertThat(polledShare).as(device::toString).isGreaterThan(0.2);
  }
}
