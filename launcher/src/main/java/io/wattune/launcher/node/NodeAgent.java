package io.wattune.launcher.node;

import io.wattune.collectors.agent.Agent;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.AgentSettings;
import io.wattune.collectors.agent.AgentStatus;
import io.wattune.collectors.agent.DescriptionRules;
import io.wattune.collectors.agent.NumberedCounters;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.counters.CountedDevice;
import io.wattune.collectors.counters.CounterPlugins;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.local.LocalActivities;
import io.wattune.collectors.node.CountersConfig;
import io.wattune.collectors.node.DeviceConfig;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.spool.KafkaOpener;
import io.wattune.collectors.spool.PublisherSettings;
import io.wattune.collectors.spool.PublisherStatus;
import io.wattune.collectors.spool.SpoolingPublisher;
import io.wattune.core.device.DeviceId;
import io.wattune.core.sensor.ProfileChoice;
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
 * spool, and the activities of programs. Does not need the broker to start.
 */
public final class NodeAgent implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long BYTES_PER_MEGABYTE = 1_000_000L;

  private static final Set<Topic> WRITTEN =
      Set.of(Topic.READINGS, Topic.COUNTERS, Topic.ACTIVITY, Topic.DEVICES);

  private final String node;
  private final List<DeviceSource> devices;
  private final SpoolingPublisher publisher;
  private final @Nullable LocalActivities activities;
  private final Agent agent;

  private NodeAgent(
      String node,
      List<DeviceSource> devices,
      SpoolingPublisher publisher,
      @Nullable LocalActivities activities,
      Agent agent) {
    this.node = node;
    this.activities = activities;
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
    @Nullable LocalActivities activities = null;
    boolean hasStarted = false;
    try {
      for (DeviceConfig device : node.devices()) {
        devices.add(kinds.openSource(device.kind(), settings(node, device), clock::epochNanos));
        count(node, kinds, devices, clock, changes);
      }
      publisher = publisher(node, changes);
      RecordSink sink = new NumberedCounters(sink(node, publisher));
      activities = activities(node, devices, clock, sink, changes);
      RecordSink all = activities == null ? sink : activities.beside(sink);
      var result =
          new NodeAgent(
              node.node(),
              devices,
              publisher,
              activities,
              agent(node, devices, clock, all, changes));
      hasStarted = true;
      return result;
    } finally {
      if (!hasStarted) {
        devices.forEach(DeviceSource::close);
        if (activities != null) {
          activities.close();
        }
        if (publisher != null) {
          publisher.close();
        }
      }
    }
  }

  /** Gives the newest device the counters of another source, where the file says so. */
  private static void count(
      NodeConfig node,
      DeviceKinds kinds,
      List<DeviceSource> devices,
      AgentClock clock,
      Consumer<String> changes)
      throws DeviceException {
    CountersConfig counters = node.reading().counters();
    if (counters == null) {
      return;
    }
    int newest = devices.size() - 1;
    DeviceSource device = devices.get(newest);
    var settings = new DeviceSettings(device.device(), node.fileFolder(), counters.settings());
    DeviceCounters source = CounterPlugins.of(kinds).open(counters.source(), settings);
    devices.set(newest, CountedDevice.of(device, source, clock::epochNanos, changes));
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
            node.bootstrapServers(),
            "wattune-agent-" + node.node(),
            node.namespace(),
            WRITTEN,
            node.reading().lingerMillis()),
        PublisherSettings.DEFAULT.withSpoolBytes(
            node.reading().spoolMegabytes() * BYTES_PER_MEGABYTE),
        changes);
  }

  private static Agent agent(
      NodeConfig node,
      List<DeviceSource> devices,
      AgentClock clock,
      RecordSink sink,
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
    return Agent.start(devices, clock, settings, rules, sink, changes);
  }

  private static RecordSink sink(NodeConfig node, SpoolingPublisher publisher) {
    return new RecordSink() {
      @Override
      public void publish(Topic topic, String key, byte[] value) {
        publisher.publish(node.namespace().topic(topic), key, value);
      }

      @Override
      public void flush() {
        publisher.flush();
      }
    };
  }

  /** Without them the agent does all else: a socket that cannot be had is told, and not more. */
  private static @Nullable LocalActivities activities(
      NodeConfig node,
      List<DeviceSource> devices,
      AgentClock clock,
      RecordSink sink,
      Consumer<String> changes) {
    if (!node.activities().isOn()) {
      return null;
    }
    List<String> ids = devices.stream().map(DeviceSource::device).toList();
    try {
      ProfileChoice profiles = KnownSensors.of(node.activities().profiles(), devices);
      LocalActivities activities =
          LocalActivities.start(
              node.node(), ids, node.activities(), profiles, clock, sink, changes);
      changes.accept("takes activities at " + activities.socket());
      return activities;
    } catch (IOException e) {
      changes.accept("takes no activities from programs: " + e.getMessage());
      return null;
    }
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

  /** All of it, for whoever looks at this agent. */
  public AgentSnapshot snapshot() {
    return new AgentSnapshot(
        node, agent.status(), publisher.status(), activities == null ? null : activities.status());
  }

  /** Stops reading, sends what has been read, and spools what cannot be sent in two seconds. */
  @Override
  public void close() {
    if (activities != null) {
      activities.close();
    }
    agent.close();
    publisher.close();
  }
}
