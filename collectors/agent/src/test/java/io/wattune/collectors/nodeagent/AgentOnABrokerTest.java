package io.wattune.collectors.nodeagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.device.JournaledOwnSettings;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.ReadingConfig;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.spool.PublisherState;
import io.wattune.collectors.spool.PublisherStatus;
import io.wattune.core.reading.PollBlock;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.signature.TrustedKeys;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.CountingKind;
import io.wattune.testkit.FixedPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole agent on a real broker, which goes and comes back. */
@Tag("long")
class AgentOnABrokerTest {
  private static final JournaledOwnSettings NONE = (device, tunable) -> OptionalLong.empty();
  private static final int DEVICES = 8;
  private static final long PERIOD_NANOS = 10_000_000L;

  /** A busy machine may hold a thread up for a second: that is not what this test is about. */
  private static final ReadingConfig UNHURRIED = new ReadingConfig(100, 256, 5, 1000, 60_000, null);

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private final CountingKind kind = new CountingKind(PERIOD_NANOS);
  private final List<String> changes = new CopyOnWriteArrayList<>();

  @Test
  void everyReadingArrivesInOrderThoughTheBrokerWasAway() throws Exception {
    int port = FixedPort.find();
    EmbeddedBroker broker = broker(port);
    NodeConfig node = node(broker.bootstrapServers());
    NodeAgent agent = NodeAgent.start(node, new DeviceKinds(List.of(kind)), NONE, changes::add);
    awaitState(agent, PublisherState.CONNECTED);
    awaitPolls(200);

    broker.close();
    awaitState(agent, PublisherState.SPOOLING);
    awaitPolls(300);
    broker = broker(port);
    awaitState(agent, PublisherState.CONNECTED);
    awaitPolls(100);

    // The agent's next life finds the broker away, and the one after it finds it there.
    broker.close();
    awaitPolls(50);
    agent.close();
    PublisherStatus first = agent.publisherStatus();
    assertThat(first.published() + first.recovered())
        .isEqualTo(first.confirmed() + first.spooledRecords() + first.droppedRecords());
    agent = NodeAgent.start(node, new DeviceKinds(List.of(kind)), NONE, changes::add);
    assertThat(agent.publisherStatus().recovered()).isEqualTo(first.spooledRecords());
    awaitPolls(50);
    broker = broker(port);
    awaitState(agent, PublisherState.CONNECTED);
    awaitPolls(50);
    agent.close();

    PublisherStatus last = agent.publisherStatus();
    assertThat(first.droppedRecords() + last.droppedRecords()).isZero();
    assertThat(last.spooledRecords()).isZero();
    assertReadings(broker);
    assertDescriptors(broker);
    broker.close();
  }

  private void assertReadings(EmbeddedBroker broker) {
    Map<String, List<Integer>> kept = new HashMap<>();
    Map<String, Long> clocks = new HashMap<>();
    try (TopicReader<PollBlock> reader =
        TopicReader.open(
            broker.access(),
            Namespace.live().topic(Topic.READINGS),
            false,
            new ReadingBlockCodec())) {
      reader.readToEnd(Duration.ofMillis(100), block -> keep(block, kept, clocks));
    }
    assertThat(kept).hasSize(DEVICES);
    kept.forEach(
        (device, values) ->
            assertThat(values)
                .as(device)
                .isEqualTo(IntStream.range(0, kind.asked.get(device).get()).boxed().toList()));
  }

  /** As the ledger does: what is not later than the device's newest reading is dropped. */
  private static void keep(
      PollBlock block, Map<String, List<Integer>> kept, Map<String, Long> clocks) {
    for (int i = 0; i < block.polls(); i++) {
      long time = block.timesNanos()[i];
      if (time > clocks.getOrDefault(block.device(), Long.MIN_VALUE)) {
        clocks.put(block.device(), time);
        kept.computeIfAbsent(block.device(), id -> new ArrayList<>()).add(block.values()[i]);
      }
    }
  }

  private void assertDescriptors(EmbeddedBroker broker) {
    Set<String> described = new HashSet<>();
    try (var reader =
        TopicReader.open(
            broker.access(),
            Namespace.live().topic(Topic.DEVICES),
            false,
            new DeviceDescriptorCodec())) {
      reader.readToEnd(
          Duration.ofMillis(100),
          descriptor -> {
            assertThat(descriptor.rack()).isEqualTo("r1");
            described.add(descriptor.device());
          });
    }
    assertThat(described).isEqualTo(kind.asked.keySet());
  }

  private EmbeddedBroker broker(int port) throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), port);
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
    }
    return broker;
  }

  private void awaitState(NodeAgent agent, PublisherState state) {
    await()
        .atMost(PATIENCE)
        .alias(changes.toString())
        .until(() -> agent.publisherStatus().state() == state);
  }

  private void awaitPolls(int more) {
    int target = kind.asked.get("n1/g0").get() + more;
    await().atMost(PATIENCE).until(() -> kind.asked.get("n1/g0").get() >= target);
  }

  private NodeConfig node(String bootstrapServers) {
    List<DeviceConfig> devices =
        IntStream.range(0, DEVICES)
            .mapToObj(i -> new DeviceConfig("g" + i, "counting", Map.of()))
            .toList();
    return new NodeConfig(
        "n1",
        "r1",
        folder,
        new NodeFolder(folder.resolve("state")),
        KafkaAccess.of(bootstrapServers),
        Namespace.live(),
        devices,
        UNHURRIED,
        NodeConfig.NO_TUNING,
        TrustedKeys.NONE,
        new ActivitiesConfig(false, folder.resolve("socket"), null, null, null),
        List.of());
  }
}
