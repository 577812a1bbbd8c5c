package io.wattune.launcher.node;

import io.wattune.collectors.agent.Agent;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.AgentSettings;
import io.wattune.collectors.agent.AgentStatus;
import io.wattune.collectors.agent.DescriptionRules;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.DeviceConfig;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.spool.KafkaOpener;
import io.wattune.collectors.spool.PublisherSettings;
import io.wattune.collectors.spool.PublisherStatus;
import io.wattune.collectors.spool.SpoolingPublisher;
import io.wattune.core.device.DeviceId;
import io.wattune.launcher.metrics.AgentSnapshot;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent of one node, as its file says: its devices, their readers, and the publisher with its
 * spool. Does not need the broker to start.
 */
public final class NodeAgent implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long BYTES_PER_MEGABYTE = 1_000_000L;

  private static final Set<Topic> WRITTEN =
      Set.of(Topic.READINGS, Topic.COUNTERS, Topic.ACTIVITY, Topic.DEVICES);

  private final String node;
  private final List<DeviceSource> devices;
  private final SpoolingPublisher publisher;
  private final Agent agent;

  private NodeAgent(
      String node, List<DeviceSource> devices, SpoolingPublisher publisher, Agent agent) {
    this.node = node;
    this.devices = List.copyOf(devices);
    this.publisher = publisher;
    this.agent = agent;
  }

  /**
   * Opens the node's devices and begins to read them.
   *
   * @param changes told one line at each change of state, by any thread
   * @throws DeviceException where a device cannot be opened; none stays open then
   * @throws IOException where the spool cannot be used
   */
  public static NodeAgent start(NodeConfig node, DeviceKinds kinds, Consumer<String> changes)
      throws DeviceException, IOException {
    AgentClock clock = AgentClock.system();
    List<DeviceSource> devices = new ArrayList<>();
    @Nullable SpoolingPublisher publisher = null;
    boolean hasStarted = false;
    try {
      for (DeviceConfig device : node.devices()) {
        devices.add(kinds.openSource(device.kind(), settings(node, device), clock::epochNanos));
      }
      publisher = publisher(node, changes);
      var result =
          new NodeAgent(
              node.node(), devices, publisher, agent(node, devices, clock, publisher, changes));
      hasStarted = true;
      return result;
    } finally {
      if (!hasStarted) {
        devices.forEach(DeviceSource::close);
        if (publisher != null) {
          publisher.close();
        }
      }
    }
  }

  private static DeviceSettings settings(NodeConfig node, DeviceConfig device) {
    return new DeviceSettings(node.deviceId(device), node.fileFolder(), device.settings());
  }

  private static SpoolingPublisher publisher(NodeConfig node, Consumer<String> changes)
      throws IOException {
    return SpoolingPublisher.start(
        node.node(),
        node.folder().spool(),
        new KafkaOpener(
            node.bootstrapServers(), "wattune-agent-" + node.node(), node.namespace(), WRITTEN),
        PublisherSettings.DEFAULT.withSpoolBytes(
            node.reading().spoolMegabytes() * BYTES_PER_MEGABYTE),
        changes);
  }

  private static Agent agent(
      NodeConfig node,
      List<DeviceSource> devices,
      AgentClock clock,
      SpoolingPublisher publisher,
      Consumer<String> changes) {
    var settings =
        new AgentSettings(
            node.reading().blockMaxPolls(),
            node.reading().blockMaxAgeMillis() * NANOS_PER_MILLI,
            node.reading().hangMillis() * NANOS_PER_MILLI);
    var rules =
        new DescriptionRules(
            node.rack(),
            new KeptSettings(new JournalFiles(node.folder())),
            (device, tunable) -> node.tuning().bounds(uuid(node, device), tunable).isPresent());
    return Agent.start(
        devices,
        clock,
        settings,
        rules,
        (topic, key, value) -> publisher.publish(node.namespace().topic(topic), key, value),
        changes);
  }

  private static String uuid(NodeConfig node, String device) {
    return device.substring(DeviceId.of(node.node(), "-").length() - 1);
  }

  /** Name of the node. */
  public String node() {
    return node;
  }

  /** The devices; they belong to the agent's threads. */
  public List<DeviceSource> devices() {
    return devices;
  }

  /** How its devices answer. */
  public AgentStatus agentStatus() {
    return agent.status();
  }

  /** What became of its records. */
  public PublisherStatus publisherStatus() {
    return publisher.status();
  }

  /** Both, for whoever looks at this agent. */
  public AgentSnapshot snapshot() {
    return new AgentSnapshot(node, agent.status(), publisher.status());
  }

  /** Stops reading, sends what has been read, and spools what cannot be sent in two seconds. */
  @Override
  public void close() {
    agent.close();
    publisher.close();
  }
}
