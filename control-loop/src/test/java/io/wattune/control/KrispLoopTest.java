package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.Decision;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.rightsize.RightSize;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.rightsize.RightSizes;
import io.wattune.core.serving.LatencyBucket;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.http.metric.MetricTable;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.codec.RightSizeTableCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
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

/** Right-sizes and what a server says through the controller's topology, answered by a node. */
class KrispLoopTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_000L);
  private static final String DEVICE = "n/a";
  private static final String PRODUCT = "MI50";
  private static final int UNITS = 60;

  private final ControllerCounters counters = new ControllerCounters();
  private TopologyTestDriver driver;
  private long nanos = NOW.toEpochMilli() * 1_000_000;
  private long sequence;
  private double seconds = 0.02;
  private OptionalLong overlap = OptionalLong.empty();
  private Decision.ForDevice last;

  @BeforeEach
  void open() {
    var goals =
        new ServingGoals(Map.of(), ServiceObjective.parse("150ms"), Map.of(), RightSizes.NONE);
    var options =
        ControllerOptions.of(
            KafkaAccess.of("127.0.0.1:1"),
            Namespace.live(),
            Tuning.by("krisp", TemperatureLimits.NONE, goals));
    Properties settings = options.streams().toProperties();
    driver = new TopologyTestDriver(ControllerTopology.build(options, counters), settings, NOW);
    var tunable =
        new Tunable(
            TunableName.CU_OVERLAP,
            TunableUnit.COUNT,
            ValueGrid.evenly(0, UNITS, 1),
            OptionalLong.of(UNITS),
            true);
    var device =
        new DeviceDescriptor(
            DEVICE,
            "n",
            null,
            "simulated",
            PRODUCT,
            "",
            null,
            1,
            List.of(new Signal("power", SignalUnit.MILLIWATTS, 20_000_000)),
            List.of(tunable));
    send(Topic.DEVICES, DEVICE, new DeviceDescriptorCodec().encode(device));
  }

  @AfterEach
  void close() {
    driver.close();
  }

  private void send(Topic topic, String key, byte @Nullable [] value) {
    driver
        .createInputTopic(
            Namespace.live().topic(topic), new StringSerializer(), new ByteArraySerializer())
        .pipeInput(key, value);
  }

  private void table(String product, long version) {
    OptionalDouble none = OptionalDouble.empty();
    var table =
        new RightSizeTable(
            product,
            "m",
            version,
            UNITS,
            0.01,
            0,
            1,
            "me",
            List.of(new RightSize("k", 1, 1, 12, 12, 1, none, 1, none)));
    send(Topic.RIGHT_SIZES, table.key(), new RightSizeTableCodec().encode(table));
  }

  /** Time in which the node applies at once what is decided. */
  private void run(double time) throws Exception {
    for (int i = 0; i < 2 * time; i++) {
      // Units of their own take less; the lower the limit the less, but for noise.
      int milliwatts = 60_000 + (int) (sequence % 3) * 50 - (overlap.isPresent() ? 20_000 : 0);
      for (int k = 0; k < 5; k++) {
        nanos += Values.SECOND / 10;
        send(Topic.POWER, DEVICE, Values.power(DEVICE, nanos, milliwatts));
      }
      send(Topic.SERVING, "n", new ServingReadingCodec().encode(reading()));
      driver.advanceWallClockTime(Duration.ofMillis(500));
      for (Decision.ForDevice each : decisions()) {
        last = each;
        overlap =
            each.defaultConfiguration().setting(TunableName.CU_OVERLAP).stream()
                .mapToLong(Setting::value)
                .findFirst();
        send(Topic.ACTUATIONS, DEVICE, Values.applied(each, nanos));
      }
    }
  }

  private ServingReading reading() {
    long requests = 30 + sequence % 3;
    var latencies =
        new LatencyHistogram(List.of(new LatencyBucket(seconds, seconds + 0.01, requests)));
    return new ServingReading(
        "n",
        "s",
        ServerKind.VLLM,
        sequence++,
        nanos - Values.SECOND / 2,
        nanos,
        List.of(DEVICE),
        "m",
        OptionalLong.of(requests),
        requests,
        OptionalLong.empty(),
        latencies,
        latencies.quantile(0.5).stream().toList(),
        OptionalDouble.of(seconds),
        OptionalLong.of(0),
        OptionalLong.of(0),
        null,
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

  @Test
  void kernelsHaveUnitsOfTheirOwnOnceThatIsMeasuredToTakeLessAndNoneAfterAMissedObjective()
      throws Exception {
    table(PRODUCT, 7);
    run(180);
    assertThat(overlap).isPresent();
    assertThat(last.policy()).isEqualTo("krisp");
    assertThat(last.detail()).contains("by right-size table 7", "less power than");

    seconds = 0.2;
    run(6);
    assertThat(overlap).isEmpty();
    assertThat(last.reason()).isEqualTo("slo-missed");
    assertThat(MetricTable.byLabel(counters.serverAlarms)).containsEntry("missed", 1L);
  }

  @Test
  void tablesThatAreRefusedAreCounted() throws Exception {
    String key = RightSizeTable.key(PRODUCT, "m");
    table(PRODUCT, 7);
    assertThat(counters.refusedSizes.getLongValue()).isZero();

    table(PRODUCT, 6);
    send(Topic.RIGHT_SIZES, key, new byte[] {1, 2, 3});
    send(Topic.RIGHT_SIZES, key, new byte[RecordLimits.MOST_BYTES + 1]);

    assertThat(counters.refusedSizes.getLongValue()).isEqualTo(3);
  }

  @Test
  void withoutATableOfItsOwnNothingIsSetAndATableThatGoesTakesTheSettingAlong() throws Exception {
    table("another product", 7);
    run(60);
    assertThat(overlap).isEmpty();

    table(PRODUCT, 7);
    run(180);
    assertThat(overlap).isPresent();
    send(Topic.RIGHT_SIZES, RightSizeTable.key(PRODUCT, "m"), null);
    run(2);
    assertThat(overlap).isEmpty();
    assertThat(counters.servers.labelValues("waiting").get()).isEqualTo(1);
  }
}
