package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.control.serving.ServingProfileFile;
import io.wattune.control.serving.ServingTables;
import io.wattune.core.decision.Decision;
import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.LatencyBucket;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import io.wattune.http.metric.MetricTable;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topic {@code serving} through the controller's topology, with a profile from a file. */
class ServingLoopTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_000L);
  private static final String DEVICE = "n/a";

  @TempDir private Path folder;
  private final ControllerCounters counters = new ControllerCounters();
  private TopologyTestDriver driver;
  private long nanos = NOW.toEpochMilli() * 1_000_000;
  private long sequence;
  private double seconds = 0.02;
  private String model = "m";
  private @Nullable DeviceShare share;

  @BeforeEach
  void open() throws Exception {
    List<MeasuredProfile.Row> rows = new ArrayList<>();
    for (int clock = 300; clock <= 1000; clock += 100) {
      rows.add(
          new MeasuredProfile.Row(clock, 60, 20.0 / clock, 40 + clock * 0.08, 20 + clock * 0.02));
    }
    Path file = folder.resolve("m.json");
    Files.writeString(file, ServingProfileFile.text(new MeasuredProfile("m", 0.03, rows), 8, 0));
    MeasuredProfile read = ServingProfileFile.read(file);
    assertThat(read.rows()).isEqualTo(rows);
    List<MeasuredProfile.Row> shared = new ArrayList<>(rows);
    for (MeasuredProfile.Row row : rows) {
      shared.add(
          new MeasuredProfile.Row(
              row.megaHertz(),
              30,
              1.2 * row.seconds(),
              0.7 * row.busyWatts(),
              0.7 * row.waitingWatts()));
    }
    var profile =
        new MeasuredProfile("shared", 0.03, shared)
            .ofShares(Map.of(30, new DeviceShare("50"), 60, DeviceShare.ALL));
    Files.writeString(file, ServingProfileFile.text(profile, 16, 0));
    MeasuredProfile ofShares = ServingProfileFile.read(file);
    assertThat(ofShares.byShare().keySet()).isEqualTo(profile.byShare().keySet());
    var goals =
        new ServingGoals(
            Map.of("m", ServingTables.of(read), "shared", ServingTables.of(ofShares)),
            ServiceObjective.parse("150ms"),
            Map.of());
    var options =
        ControllerOptions.of(
            KafkaAccess.of("127.0.0.1:1"),
            Namespace.live(),
            Tuning.by("cofris", TemperatureLimits.NONE, goals));
    Properties settings = options.streams().toProperties();
    driver = new TopologyTestDriver(ControllerTopology.build(options, counters), settings, NOW);
    send(Topic.DEVICES, DEVICE, Values.descriptor(DEVICE));
  }

  @AfterEach
  void close() {
    driver.close();
  }

  private void send(Topic topic, String key, byte[] value) {
    driver
        .createInputTopic(
            Namespace.live().topic(topic), new StringSerializer(), new ByteArraySerializer())
        .pipeInput(key, value);
  }

  /** Half a second: five blocks of power, and what the server says. */
  private void halfSecond(boolean isRead) {
    for (int i = 0; i < 5; i++) {
      nanos += Values.SECOND / 10;
      send(Topic.POWER, DEVICE, Values.power(DEVICE, nanos, 45_000));
    }
    if (isRead) {
      send(Topic.SERVING, "n", new ServingReadingCodec().encode(reading(List.of(DEVICE), "n")));
    }
    driver.advanceWallClockTime(Duration.ofMillis(500));
  }

  private void run(double time, boolean isRead) {
    for (int i = 0; i < 2 * time; i++) {
      halfSecond(isRead);
    }
  }

  private ServingReading reading(List<String> devices, String node) {
    var latencies = new LatencyHistogram(List.of(new LatencyBucket(seconds, seconds + 0.01, 3)));
    return new ServingReading(
        node,
        "s",
        ServerKind.VLLM,
        sequence++,
        nanos - Values.SECOND / 2,
        nanos,
        devices,
        model,
        OptionalLong.of(3),
        3,
        OptionalLong.empty(),
        latencies,
        latencies.quantile(0.5).stream().toList(),
        OptionalDouble.of(seconds),
        OptionalLong.of(0),
        OptionalLong.of(0),
        share,
        false);
  }

  private List<Decision.ForDevice> decisions() throws Exception {
    List<Decision.ForDevice> decisions = new ArrayList<>();
    for (byte[] value :
        driver
            .createOutputTopic(
                Namespace.live().topic(Topic.DECISIONS),
                new StringDeserializer(),
                new ByteArrayDeserializer())
            .readValuesToList()) {
      if (new DecisionCodec().decode(value) instanceof Decision.ForDevice forDevice) {
        decisions.add(forDevice);
      }
    }
    return decisions;
  }

  private static Decision.ForDevice last(List<Decision.ForDevice> decisions) {
    return decisions.get(decisions.size() - 1);
  }

  @Test
  void aServerIsSetByItsLoadAndLeftAloneWhenItsStreamStopsOrItsRequestsAreLate() throws Exception {
    run(20, true);
    Decision.ForDevice lowered = last(decisions());
    assertThat(lowered.policy()).isEqualTo("cofris");
    assertThat(lowered.defaultConfiguration().setting(TunableName.CORE_CLOCK).map(Setting::value))
        .hasValueSatisfying(clock -> assertThat(clock).isLessThan(1000));
    assertThat(lowered.detail()).contains("Server 's': set for");
    assertThat(counters.servers.labelValues("followed").get()).isEqualTo(1);

    run(6, false);
    Decision.ForDevice silent = last(decisions());
    assertThat(silent.reason()).isEqualTo("serving-silent");
    assertThat(silent.defaultConfiguration().isEmpty()).isTrue();

    run(20, true);
    assertThat(last(decisions()).defaultConfiguration().isEmpty()).isFalse();

    seconds = 0.2;
    run(6, true);
    List<Decision.ForDevice> missed = decisions();
    assertThat(missed).extracting(Decision.ForDevice::reason).contains("slo-missed");
    assertThat(last(missed).defaultConfiguration().isEmpty()).isTrue();
    assertThat(MetricTable.byLabel(counters.serverAlarms))
        .containsExactlyInAnyOrderEntriesOf(Map.of("silent", 1L, "missed", 1L));
    assertThat(counters.servers.labelValues("missed").get()).isEqualTo(1);
    assertThat(counters.servers.labelValues("followed").get()).isZero();
  }

  /** Half of the multiprocessors would serve it, for less: its next start is told so. */
  @Test
  void aServerIsSetByTheShareThatItsNodeSaysAndToldABetterOne() throws Exception {
    model = "shared";
    run(20, true);
    assertThat(decisions()).isEmpty();

    share = DeviceShare.ALL;
    run(90, true);
    List<Decision.ForDevice> whole = decisions();
    assertThat(last(whole).defaultConfiguration().isEmpty()).isFalse();
    assertThat(last(whole).detail())
        .contains("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=50 at its next start, in place of 100");

    share = new DeviceShare("50");
    run(90, true);
    assertThat(last(decisions()).detail()).contains("set for").doesNotContain("next start");
  }

  @Test
  void aNodeSpeaksOfItsOwnDevicesAndOfNoneThatIsNotThere() {
    run(1, true);
    byte[] ofAnother = new ServingReadingCodec().encode(reading(List.of("o/a"), "n"));
    byte[] ofNone = new ServingReadingCodec().encode(reading(List.of("n/b"), "n"));
    long used = counters.used.getLongValue();

    send(Topic.SERVING, "n", ofAnother);
    assertThat(MetricTable.byLabel(counters.rejected)).containsOnlyKeys("key-mismatch");
    send(Topic.SERVING, "n", ofNone);
    assertThat(counters.used.getLongValue()).isEqualTo(used + 1);
    assertThat(counters.devices.get()).isEqualTo(1);
  }
}
