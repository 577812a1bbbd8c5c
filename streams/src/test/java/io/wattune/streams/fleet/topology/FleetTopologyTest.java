package io.wattune.streams.fleet.topology;

import static io.wattune.streams.fleet.topology.FleetRecords.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.fleet.EnergySum;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.ledger.Book;
import io.wattune.http.metric.MetricTable;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.FleetPowerCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wiring: topics, keys, levels, pace and staleness. */
class FleetTopologyTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_000L);
  private static final long START = 1_800_000_000L * SECOND;

  /** Long enough for a sum to reach the cluster: a second of pace on each of three levels. */
  private static final Duration ALL_LEVELS = Duration.ofSeconds(4);

  private final FleetCounters counters = new FleetCounters();
  private final TopologyTestDriver driver = driver();

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void powerReachesNodeRackAndCluster() {
    describe("n1/a", "r1");
    describe("n2/a", "r1");
    describe("n3/a", "r2");
    power("n1/a", 0, 300_000);
    power("n2/a", 1, 200_000);
    power("n3/a", 2, 100_000);
    tick(ALL_LEVELS);

    Map<String, FleetPower> newest = newest();
    assertThat(newest.keySet())
        .containsExactlyInAnyOrder(
            "node/n1", "node/n2", "node/n3", "rack/r1", "rack/r2", "cluster/all");
    assertThat(newest.get("node/n1").parent()).isEqualTo("r1");
    assertThat(newest.get("node/n1").powerMilliwatts()).isEqualTo(300_000);
    assertThat(newest.get("rack/r1").powerMilliwatts()).isEqualTo(500_000);
    assertThat(newest.get("rack/r1").errorMilliwatts()).isEqualTo(424); // 300 mW x sqrt 2
    FleetPower cluster = newest.get("cluster/all");
    assertThat(cluster.powerMilliwatts()).isEqualTo(600_000);
    assertThat(cluster.freshDevices()).isEqualTo(3);
    assertThat(cluster.quality()).isEqualTo(Quality.CORRECTED);
    assertThat(cluster.atNanos()).isBetween(START + SECOND / 10, START + SECOND / 10 + 4 * SECOND);
    assertThat(cluster.energy()).isNull();
    assertThat(MetricTable.byLabel(counters.read)).isEqualTo(Map.of("devices", 3L, "power", 3L));
    assertThat(counters.nodes.get()).isEqualTo(3);
    assertThat(counters.devices.get()).isEqualTo(3);
  }

  @Test
  void energyIsThatOfTheNewestRevisionsOfOneBook() {
    window("n1/a", Book.WINDOW10S, 0, 0, 3_000);
    window("n1/a", Book.WINDOW1S, 0, 0, 299);
    window("n1/a", Book.WINDOW10S, 1, 0, 2_000);
    window("n1/a", Book.WINDOW10S, 0, 1, 3_100);
    window("n2/a", Book.WINDOW10S, 0, 0, 500);
    window("n2/a", Book.WINDOW10S, 0, 0, 500);
    tick(ALL_LEVELS);

    assertThat(newest().get("node/n1").energy()).isEqualTo(EnergySum.ofMicrojoules(5_100));
    assertThat(newest("cluster/all").energy()).isEqualTo(EnergySum.ofMicrojoules(5_600));
    assertThat(MetricTable.byLabel(counters.passedOver)).isEqualTo(Map.of("other-book", 1L));
    assertThat(MetricTable.byLabel(counters.windows))
        .isEqualTo(Map.of("counted", 4L, "repeated", 1L));
  }

  @Test
  void atMostOneRecordASecondIsSentForEachKeyAndTheLastValueWins() {
    power("n1/a", 0, 1);
    tick(Duration.ofSeconds(1));
    fleet();
    for (int i = 1; i <= 100; i++) {
      power("n1/a", i, 1_000 * i);
      tick(Duration.ofMillis(50));
    }
    tick(ALL_LEVELS);

    List<TestRecord<String, byte[]>> sent = fleet();
    assertThat(sent.stream().filter(record -> record.key().equals("node/n1")))
        .as("5 s of changes")
        .hasSizeBetween(4, 6);
    assertThat(decode(sent.get(sent.size() - 1)).powerMilliwatts()).isEqualTo(100_000);
  }

  @Test
  void aClusterWhoseEveryDeviceIsSilentIsSeen() {
    describe("n1/a", "r1");
    power("n1/a", 0, 300_000);
    describe("n1/b", "r1");
    tick(ALL_LEVELS);
    assertThat(newest("cluster/all").freshDevices()).isEqualTo(1);

    tick(Duration.ofSeconds(14)); // 10 s until it is stale, and the levels.

    FleetPower cluster = newest("cluster/all");
    assertThat(cluster.freshDevices()).isZero();
    assertThat(cluster.staleDevices()).isEqualTo(1);
    assertThat(cluster.silentDevices()).isEqualTo(1);
    assertThat(cluster.quality()).isEqualTo(Quality.INVALID);
    assertThat(cluster.atNanos()).isGreaterThanOrEqualTo(START + 10 * SECOND);
  }

  @Test
  void aSumIsSentAgainEvenWhenNothingHappens() {
    describe("n1/a", "r1");
    tick(ALL_LEVELS);
    fleet();

    tick(Duration.ofSeconds(40));

    assertThat(newest("node/n1").atNanos()).isGreaterThan(START + 29 * SECOND);
  }

  @Test
  void aNodeThatMovesIsInItsNewRackOnly() {
    describe("n1/a", "r1");
    describe("n2/a", "r1");
    power("n1/a", 0, 300_000);
    power("n2/a", 0, 200_000);
    tick(ALL_LEVELS);

    send(Topic.DEVICES, "n1/a", FleetRecords.descriptor("n1/a", "r2", null, START + SECOND));
    tick(ALL_LEVELS);

    Map<String, FleetPower> newest = newest();
    assertThat(newest.get("node/n1").parent()).isEqualTo("r2");
    assertThat(newest.get("rack/r1").powerMilliwatts()).isEqualTo(200_000);
    assertThat(newest.get("rack/r2").powerMilliwatts()).isEqualTo(300_000);
    assertThat(newest("cluster/all").powerMilliwatts()).isEqualTo(500_000);
  }

  @Test
  void nodesWithoutARackAreInTheClusterAndInNoRack() {
    describe("n1/a", null);
    power("n1/a", 0, 300_000);
    tick(ALL_LEVELS);

    Map<String, FleetPower> newest = newest();
    assertThat(newest).containsOnlyKeys("node/n1", "cluster/all");
    assertThat(newest.get("node/n1").parent()).isNull();
    assertThat(newest.get("cluster/all").powerMilliwatts()).isEqualTo(300_000);
  }

  @Test
  void theLastDeviceOfARackThatIsRemovedLeavesZeroesAndNoMember() {
    describe("n1/a", "r1");
    power("n1/a", 0, 300_000);
    window("n1/a", Book.WINDOW10S, 180_000_001, 0, 3_000);
    tick(ALL_LEVELS);

    topic(Topic.DEVICES).pipeInput("n1/a", null, NOW.plusSeconds(20));
    tick(ALL_LEVELS);

    Map<String, FleetPower> newest = newest();
    for (String key : List.of("node/n1", "rack/r1", "cluster/all")) {
      FleetPower gone = newest.get(key);
      assertThat(gone.freshDevices() + gone.staleDevices() + gone.silentDevices()).isZero();
      assertThat(gone.energy()).as(key).isNull();
    }
    assertThat(driver.getKeyValueStore(StoreNames.RACKS).approximateNumEntries()).isZero();
    assertThat(driver.getKeyValueStore(StoreNames.RACK_NODES).approximateNumEntries()).isZero();
    assertThat(driver.getKeyValueStore(StoreNames.NODES).approximateNumEntries()).isZero();
  }

  @Test
  void whatCannotBeReadIsKeptAndCounted() throws Exception {
    send(Topic.POWER, "n1/a", new byte[] {9});
    send(Topic.POWER, "n1/b", FleetRecords.power("n1/a", START, 1));
    send(Topic.ENERGY, null, FleetRecords.window("n1/a", Book.WINDOW10S, 0, 0, 1));

    List<TestRecord<String, byte[]>> rejects = sent(Topic.REJECTS);
    assertThat(rejects).hasSize(3);
    RejectedDatum first = new RejectCodec().decode(rejects.get(0).value());
    assertThat(first.origin()).isEqualTo("wattune.power");
    assertThat(first.original()).isEqualTo(new byte[] {9});
    assertThat(first.rejectedBy()).isEqualTo("fleet");
    assertThat(MetricTable.byLabel(counters.rejected))
        .isEqualTo(Map.of("no-single-object-marker", 1L, "key-mismatch", 1L, "no-key", 1L));
    assertThat(counters.used.getLongValue()).isZero();
  }

  private void describe(String device, @Nullable String rack) {
    send(Topic.DEVICES, device, FleetRecords.descriptor(device, rack, null, START));
  }

  private void power(String device, int second, int milliwatts) {
    send(Topic.POWER, device, FleetRecords.power(device, START + second * SECOND / 20, milliwatts));
  }

  private void window(String device, Book book, long index, int revision, long microjoules) {
    send(Topic.ENERGY, device, FleetRecords.window(device, book, index, revision, microjoules));
  }

  private void send(Topic to, @Nullable String key, byte[] value) {
    topic(to).pipeInput(key, value, NOW);
  }

  private TestInputTopic<String, byte[]> topic(Topic topic) {
    return driver.createInputTopic(
        Namespace.live().topic(topic), new StringSerializer(), new ByteArraySerializer());
  }

  /** In steps: each level needs a tick of its own. */
  private void tick(Duration time) {
    for (long millis = 0; millis < time.toMillis(); millis += 50) {
      driver.advanceWallClockTime(Duration.ofMillis(50));
    }
  }

  private FleetPower newest(String key) {
    FleetPower power = newest().get(key);
    assertThat(power).as(key).isNotNull();
    return power;
  }

  private final Map<String, FleetPower> seen = new LinkedHashMap<>();

  private Map<String, FleetPower> newest() {
    for (TestRecord<String, byte[]> record : fleet()) {
      seen.put(record.key(), decode(record));
    }
    return seen;
  }

  private List<TestRecord<String, byte[]>> fleet() {
    return sent(Topic.FLEET);
  }

  private List<TestRecord<String, byte[]>> sent(Topic topic) {
    return driver
        .createOutputTopic(
            Namespace.live().topic(topic), new StringDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static FleetPower decode(TestRecord<String, byte[]> record) {
    try {
      FleetPower power = new FleetPowerCodec().decode(record.value());
      assertThat(record.key()).isEqualTo(power.key());
      return power;
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  private TopologyTestDriver driver() {
    var settings = new Properties();
    settings.put("application.id", "wattune.fleet");
    settings.put("bootstrap.servers", "127.0.0.1:1");
    return new TopologyTestDriver(
        FleetTopology.build(
            new FleetSettings(Namespace.live(), 4, Duration.ofSeconds(10)),
            counters,
            BundledSchemas::get),
        settings,
        NOW);
  }
}
