package io.wattune.collectors.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every shape of decision that a controller can send, to a kind of device: each takes effect on the
 * device's own register or is refused. What the writer answers is not what is looked at.
 */
@Timeout(120)
abstract class DecisionShapesContract {
  static final String NODE = "n1";
  static final String STEP = "step";
  private static final long LEASE_NANOS = 25_000_000_000L;

  @TempDir Path folder;
  private final RecordingSink sink = new RecordingSink();
  private NodeConfig config;
  private Writer writer;
  private long sequence;

  /** Makes the device, and gives its kind and its settings in the node's file. */
  abstract DeviceKind make() throws Exception;

  /** The device's settings in the node's file, as JSON. */
  abstract String settings();

  /** A control of the device, in the unit of decisions; bounds are its two values and its own. */
  abstract String control();

  abstract TunableUnit unit();

  /** Its own value, one for the default configuration and one for the kernel's. */
  abstract List<Long> values();

  /** What the device's own register holds, in the unit of {@link #values}. */
  abstract long register() throws Exception;

  /** A kernel begins or, where null, none runs; by the way that a site has for this kind. */
  abstract void runs(NodeConfig node, String kernel) throws Exception;

  /** After the test. */
  void unmake() {}

  @BeforeEach
  void start() throws Exception {
    var kinds = new DeviceKinds(List.of(make()));
    String kind = kinds.names().iterator().next();
    String inFile = unit() == TunableUnit.MILLIWATTS ? "mW" : "MHz";
    long lowest = values().stream().mapToLong(Long::longValue).min().orElseThrow();
    long highest = values().stream().mapToLong(Long::longValue).max().orElseThrow();
    config =
        NodeFile.read(
            Files.writeString(
                folder.resolve("node.json"),
                """
                {"node": "n1", "stateFolder": "state", "bootstrapServers": "localhost:1",
                 "reading": {"hangMillis": 20000},
                 "devices": [{"uuid": "GPU-a", "kind": "%s", "settings": {%s}}],
                 "tuning": {"isOn": true, "requiresSignature": false, "requiresGuardian": false, "controls": [
                   {"device": "*", "tunable": "%s", "lowest": "%d%s", "highest": "%d%s"}]}}
                """
                    .formatted(kind, settings(), control(), lowest, inFile, highest, inFile)));
    writer = Writer.start(config.setup(), kinds, NodeClock.SYSTEM, sink);
    writer.holds(Holds.NONE);
    OpenDevices.await(writer, sink, device());
    assertThat(register()).isEqualTo(own());
  }

  @AfterEach
  void stop() throws Exception {
    if (writer != null) {
      assertThat(writer.stop()).isTrue();
      assertThat(register()).as("its own value, after the writer").isEqualTo(own());
    }
    unmake();
  }

  static String device() {
    return NODE + "/GPU-a";
  }

  private long own() {
    return values().get(0);
  }

  private long wished() {
    return values().get(1);
  }

  private long kernels() {
    return values().get(2);
  }

  private Configuration set(long value) {
    return Configuration.of(new Setting(control(), unit(), value));
  }

  private Actuation decide(Configuration all, ActivityConfiguration... byName) {
    long number = ++sequence;
    writer.decide(
        new Decision.ForDevice(
            NODE,
            device(),
            1,
            number,
            NodeClock.SYSTEM.now().wallNanos(),
            LEASE_NANOS,
            all,
            List.of(byName),
            "test",
            "test",
            "",
            Quality.MEASURED,
            0,
            null));
    return await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> sink.answerTo(device(), 1, number), answer -> answer != null);
  }

  private void registerBecomes(long value) {
    await()
        .atMost(Duration.ofSeconds(15))
        .pollInterval(Duration.ofMillis(2))
        .untilAsserted(() -> assertThat(register()).as("%s", sink.all()).isEqualTo(value));
  }

  private void registerStays(long value) {
    await()
        .during(Duration.ofMillis(600))
        .atMost(Duration.ofSeconds(15))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> register() == value);
  }

  private ActivityConfiguration whileStepRuns() {
    return new ActivityConfiguration(STEP, set(kernels()));
  }

  @Test
  void aDefaultConfigurationTakesEffect() {
    decide(set(wished()));

    registerBecomes(wished());
  }

  @Test
  void aKernelsConfigurationTakesEffectWhileItRunsAndNoLonger() throws Exception {
    decide(Configuration.EMPTY, whileStepRuns());
    runs(config, STEP);
    registerBecomes(kernels());

    runs(config, "other");
    registerBecomes(own());
    runs(config, STEP);
    registerBecomes(kernels());
    runs(config, null);
    registerBecomes(own());
  }

  @Test
  void theConfigurationOfAKernelThatDoesNotRunSetsNothing() throws Exception {
    runs(config, "other");

    Actuation answer = decide(Configuration.EMPTY, whileStepRuns());

    registerStays(own());
    assertThat(answer.controls())
        .allSatisfy(each -> assertThat(each.readBack()).as(each.tunable()).hasValue(own()));
  }

  @Test
  void aKernelsConfigurationLiesOverTheDefaultOne() throws Exception {
    decide(set(wished()), whileStepRuns());
    registerBecomes(wished());

    runs(config, STEP);
    registerBecomes(kernels());

    runs(config, null);
    registerBecomes(wished());
  }

  @Test
  void anEmptyDecisionMeansOwnSettings() {
    decide(set(wished()));
    registerBecomes(wished());

    decide(Configuration.EMPTY);

    registerBecomes(own());
  }

  @Test
  void whatTheDeviceDoesNotHaveIsRefusedWhereverItStands() throws Exception {
    runs(config, STEP);
    Configuration unknown =
        Configuration.of(
            new Setting("warp.factor", TunableUnit.MEGAHERTZ, 9),
            new Setting(control(), unit(), wished()));

    List<Actuation> answers =
        List.of(
            decide(unknown),
            decide(Configuration.EMPTY, new ActivityConfiguration(STEP, unknown)),
            decide(set(wished()), new ActivityConfiguration("never", unknown)));

    registerStays(own());
    assertThat(answers).extracting(Actuation::outcome).containsOnly(ActuationOutcome.REFUSED);
  }
}
