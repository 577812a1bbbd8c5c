package io.wattune.collectors.nodeagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.agent.Condition;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.JournaledOwnSettings;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.ReadingConfig;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.signature.TrustedKeys;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testkit.CountingKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node one of whose GPUs is lost when its agent starts. */
class LateDeviceTest {
  private static final JournaledOwnSettings NONE = (device, tunable) -> OptionalLong.empty();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private final CountingKind counting = new CountingKind(10_000_000L);
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private volatile String lost = "g1";

  /** Fails where the whole agent does not start. */
  @Test
  void theOthersAreReadAndItIsReadWhenItIsBack() throws Exception {
    try (NodeAgent agent = NodeAgent.start(node("g0", "g1"), kinds(), NONE, changes::add)) {
      await().atMost(PATIENCE).until(() -> counting.asked.get("n1/g0").get() > 20);
      assertThat(agent.agentStatus().devices()).hasSize(2);
      assertThat(agent.agentStatus().count(Condition.FAILING)).isEqualTo(1);
      assertThat(agent.agentStatus().devices().get(1).lastError()).contains("fallen off the bus");
      assertThat(changes)
          .contains("device n1/g1 cannot be opened, and is tried again: fallen off the bus");

      lost = "";

      await().atMost(PATIENCE).until(() -> agent.agentStatus().count(Condition.ANSWERING) == 2);
      await().atMost(PATIENCE).until(() -> counting.asked.get("n1/g1").get() > 20);
      assertThat(agent.agentStatus().devices()).hasSize(2);
    }
    assertThat(counting.closed.get()).isEqualTo(2);
  }

  @Test
  void aFileThatIsWrongEndsItAtOnce() {
    assertThatThrownBy(() -> NodeAgent.start(node("g0", "wrong"), kinds(), NONE, changes::add))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("unknown setting");
    await().atMost(PATIENCE).until(() -> counting.closed.get() == 1);
  }

  /** Fails where nothing is looked up: no program asks for joules here, and polls need it, too. */
  @Test
  void whatIsKnownOfTheSensorsIsReadForThePollsToo() throws Exception {
    lost = "";
    Path gone = folder.resolve("gone.json");
    NodeConfig known = node("g0");
    var node =
        new NodeConfig(
            known.node(),
            known.rack(),
            folder,
            known.folder(),
            known.kafka(),
            known.namespace(),
            known.devices(),
            known.reading(),
            known.tuning(),
            known.trust(),
            new ActivitiesConfig(false, folder.resolve("socket"), null, null, gone),
            known.servers());

    try (NodeAgent agent = NodeAgent.start(node, kinds(), NONE, changes::add)) {
      assertThat(changes)
          .anyMatch(each -> each.startsWith("knows nothing of the sensors beforehand: "))
          .anyMatch(each -> each.contains("gone.json"));
      assertThat(agent.devices()).hasSize(1);
    }
  }

  private DeviceKinds kinds() {
    return new DeviceKinds(
        List.of(
            new DeviceKind() {
              @Override
              public String name() {
                return "counting";
              }

              @Override
              public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
                  throws DeviceException {
                if (settings.device().equals("n1/" + lost)) {
                  throw new DeviceException("fallen off the bus");
                }
                if (settings.device().endsWith("wrong")) {
                  throw DeviceException.ofTheFile("unknown setting");
                }
                return counting.openSource(settings, epochNanos);
              }

              @Override
              public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
                return counting.openControls(settings);
              }
            }));
  }

  private NodeConfig node(String... devices) {
    return new NodeConfig(
        "n1",
        "r1",
        folder,
        new NodeFolder(folder.resolve("state")),
        KafkaAccess.of("localhost:1"),
        Namespace.live(),
        Stream.of(devices).map(uuid -> new DeviceConfig(uuid, "counting", Map.of())).toList(),
        new ReadingConfig(100, 256, 5, 1000, 60_000, null),
        NodeConfig.NO_TUNING,
        TrustedKeys.NONE,
        new ActivitiesConfig(false, folder.resolve("socket"), null, null, null),
        List.of());
  }
}
