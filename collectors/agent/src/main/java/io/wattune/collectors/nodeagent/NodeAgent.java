package io.wattune.collectors.nodeagent;

import io.wattune.collectors.agent.Agent;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.AgentSettings;
import io.wattune.collectors.agent.AgentStatus;
import io.wattune.collectors.agent.DescriptionRules;
import io.wattune.collectors.agent.DeviceStatus;
import io.wattune.collectors.agent.ForwardingSink;
import io.wattune.collectors.agent.NumberedCounters;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.counters.CountedDevice;
import io.wattune.collectors.counters.CounterPlugins;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.JournaledOwnSettings;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.local.LocalActivities;
import io.wattune.collectors.local.OpenActivities;
import io.wattune.collectors.meter.PowerMeter;
import io.wattune.collectors.node.CountersConfig;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.process.FoundProcesses;
import io.wattune.collectors.process.ProcessFile;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.collectors.running.RunningReport;
import io.wattune.collectors.server.ServerWork;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.spool.KafkaOpener;
import io.wattune.collectors.spool.PublisherSettings;
import io.wattune.collectors.spool.PublisherStatus;
import io.wattune.collectors.spool.SpoolingPublisher;
import io.wattune.core.device.DeviceId;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The agent of one node, as its file says: its devices, their readers, and the publisher with its
 * spool, and the activities of programs. Does not need the broker to start.
 */
public final class NodeAgent implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long BYTES_PER_MEGABYTE = 1_000_000L;

  private static final Set<Topic> WRITTEN =
      Set.of(Topic.READINGS, Topic.COUNTERS, Topic.SERVING, Topic.ACTIVITY, Topic.DEVICES);

  /** A device that has not answered by then is read later; the others are read from now on. */
  private static final long OPENING_NANOS = 10_000_000_000L;

  private final String node;
  private final List<DeviceSource> devices;
  private final List<OpeningDevice> openings;
  private final SpoolingPublisher publisher;
  private final @Nullable LocalActivities activities;
  private final ServerWork servers;
  private final @Nullable RunningReport running;
  private final ProcessFile kept;
  private final @Nullable OpenActivities open;
  private final PowerMeter meter;
  private final Agent agent;

  private NodeAgent(
      String node,
      List<DeviceSource> devices,
      List<OpeningDevice> openings,
      SpoolingPublisher publisher,
      @Nullable LocalActivities activities,
      ServerWork servers,
      @Nullable RunningReport running,
      ProcessFile kept,
      @Nullable OpenActivities open,
      PowerMeter meter,
      Agent agent) {
    this.meter = meter;
    this.open = open;
    this.node = node;
    this.activities = activities;
    this.servers = servers;
    this.running = running;
    this.kept = kept;
    this.devices = List.copyOf(devices);
    this.openings = List.copyOf(openings);
    this.publisher = publisher;
    this.agent = agent;
  }

  /**
   * Opens the node's devices and begins to read them. One that cannot be opened now is tried again
   * until it can.
   *
   * @param ownSettings what devices were set to before anything was set here
   * @param changes receives one line for each change of state, from any thread
   * @throws DeviceException where what the file says of a device is wrong; none stays open then
   * @throws IOException where the spool cannot be used
   */
  public static NodeAgent start(
      NodeConfig node,
      DeviceKinds kinds,
      JournaledOwnSettings ownSettings,
      Consumer<String> changes)
      throws DeviceException, IOException, InterruptedException {
    AgentClock clock = AgentClock.system();
    var reported = new ReportedProcesses(ProcTable.system());
    ProcessFile kept = ProcessFile.open(node.folder().processes(), changes);
    UnaryOperator<DeviceSource> withProcesses =
        device -> new FoundProcesses(device, reported, kept, clock::epochNanos);
    List<OpeningDevice> openings = openings(node, kinds, clock, withProcesses, changes);
    List<DeviceSource> devices = new ArrayList<>();
    @Nullable SpoolingPublisher publisher = null;
    @Nullable LocalActivities activities = null;
    @Nullable PowerMeter meter = null;
    @Nullable ServerWork servers = null;
    @Nullable RunningReport running = null;
    @Nullable OpenActivities open = null;
    boolean hasStarted = false;
    try {
      devices.addAll(opened(openings));
      publisher = publisher(node, changes);
      running = running(node, changes);
      meter = PowerMeter.start(node.node(), ids(node), profiles(node, changes), changes);
      RecordSink sent = meter.beside(new SpooledRecords(node.namespace(), publisher));
      RecordSink sink =
          new NumberedCounters(
              running == null ? sent : ForwardingSink.showing(sent, running::seen));
      open = open(node, sink, clock, changes);
      RecordSink programs = open == null ? sink : open;
      activities = activities(node, clock, programs, reported, changes);
      RecordSink all = activities == null ? sink : activities.beside(sink);
      servers = servers(node, clock, sink, changes);
      Agent agent = agent(node, devices, clock, ownSettings, all, changes);
      var result =
          new NodeAgent(
              node.node(),
              devices,
              openings,
              publisher,
              activities,
              servers,
              running,
              kept,
              open,
              meter,
              agent);
      hasStarted = true;
      openings.stream().filter(OpeningDevice::isWaiting).forEach(each -> each.later(agent::add));
      return result;
    } finally {
      if (!hasStarted) {
        kept.close();
        openings.forEach(OpeningDevice::close);
        devices.forEach(DeviceSource::close);
        if (activities != null) {
          activities.close();
        }
        if (open != null) {
          open.close();
        }
        if (servers != null) {
          servers.close();
        }
        if (running != null) {
          running.close();
        }
        if (meter != null) {
          meter.close();
        }
        if (publisher != null) {
          publisher.close();
        }
      }
    }
  }

  /** All at once: a driver that hangs holds up no other. */
  private static List<OpeningDevice> openings(
      NodeConfig node,
      DeviceKinds kinds,
      AgentClock clock,
      UnaryOperator<DeviceSource> withProcesses,
      Consumer<String> changes) {
    List<OpeningDevice> openings = new ArrayList<>();
    for (DeviceConfig device : node.devices()) {
      openings.add(
          new OpeningDevice(
              node.deviceId(device),
              () -> withProcesses.apply(open(node, kinds, device, clock, changes)),
              changes));
    }
    openings.forEach(OpeningDevice::start);
    return openings;
  }

  private static List<DeviceSource> opened(List<OpeningDevice> openings)
      throws DeviceException, InterruptedException {
    long dueNanos = System.nanoTime() + OPENING_NANOS;
    for (OpeningDevice each : openings) {
      each.await(dueNanos);
    }
    return openings.stream().map(OpeningDevice::take).filter(Objects::nonNull).toList();
  }

  /** With the counters of another source, where the file says so. */
  private static DeviceSource open(
      NodeConfig node,
      DeviceKinds kinds,
      DeviceConfig config,
      AgentClock clock,
      Consumer<String> changes)
      throws DeviceException {
    DeviceSource device =
        kinds.openSource(config.kind(), settings(node, config), clock::epochNanos);
    CountersConfig counters = node.reading().counters();
    if (counters == null) {
      return device;
    }
    boolean isWhole = false;
    try {
      var settings = new DeviceSettings(device.device(), node.fileFolder(), counters.settings());
      DeviceCounters source = CounterPlugins.of(kinds).open(counters.source(), settings);
      isWhole = true;
      return CountedDevice.of(device, source, clock::epochNanos, changes);
    } finally {
      if (!isWhole) {
        device.close();
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
            node.kafka(),
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
      JournaledOwnSettings ownSettings,
      RecordSink sink,
      Consumer<String> changes) {
    var settings =
        new AgentSettings(
            node.reading().blockMaxPolls(),
            node.reading().blockMaxAgeMillis() * NANOS_PER_MILLI,
            node.reading().hangMillis() * NANOS_PER_MILLI,
            profiles(node, changes));
    var rules =
        new DescriptionRules(
            node.rack(),
            ownSettings,
            (device, tunable) -> node.tuning().bounds(uuid(node, device), tunable).isPresent());
    return Agent.start(devices, clock, settings, rules, sink, changes);
  }

  /** For polls at the sensors' own rate; without them the rate is found from the readings. */
  private static ProfileChoice profiles(NodeConfig node, Consumer<String> changes) {
    try {
      return KnownSensors.of(node.activities().profiles());
    } catch (IOException e) {
      changes.accept("knows nothing of the sensors beforehand: " + FailureWords.of(e));
      return ProfileChoice.AUTO;
    }
  }

  /**
   * The agent does all else without them: if the socket cannot be opened, it reports that and goes
   * on.
   */
  private static @Nullable LocalActivities activities(
      NodeConfig node,
      AgentClock clock,
      RecordSink sink,
      ReportedProcesses reported,
      Consumer<String> changes) {
    if (!node.activities().isOn()) {
      return null;
    }
    try {
      ProfileChoice profiles = KnownSensors.of(node.activities().profiles());
      LocalActivities activities =
          LocalActivities.start(
              node.node(), ids(node), node.activities(), profiles, clock, sink, reported, changes);
      changes.accept("takes activities at " + activities.socket());
      return activities;
    } catch (IOException e) {
      changes.accept("takes no activities from programs: " + FailureWords.of(e));
      return null;
    }
  }

  private static @Nullable OpenActivities open(
      NodeConfig node, RecordSink sink, AgentClock clock, Consumer<String> changes) {
    return node.activities().isOn()
        ? OpenActivities.open(node.folder().openActivities(), sink, clock::epochNanos, changes)
        : null;
  }

  private static ServerWork servers(
      NodeConfig node, AgentClock clock, RecordSink sink, Consumer<String> changes) {
    return ServerWork.start(node.node(), node.servers(), ids(node), clock, sink, changes);
  }

  /** The writer asks what runs; where nothing may be set there is none. */
  private static @Nullable RunningReport running(NodeConfig node, Consumer<String> changes) {
    return node.tuning().isOn() ? RunningReport.start(node.folder().running(), changes) : null;
  }

  private static List<String> ids(NodeConfig node) {
    return node.devices().stream().map(node::deviceId).toList();
  }

  private static String uuid(NodeConfig node, String device) {
    return device.substring(DeviceId.of(node.node(), "-").length() - 1);
  }

  /** Name of the node. */
  public String node() {
    return node;
  }

  /** The devices that could be opened at once; they belong to the agent's threads. */
  public List<DeviceSource> devices() {
    return devices;
  }

  /** How its devices answer, those that are not open yet among them. */
  public AgentStatus agentStatus() {
    AgentStatus status = agent.status();
    List<DeviceStatus> all = new ArrayList<>(status.devices());
    openings.stream().filter(OpeningDevice::isWaiting).map(OpeningDevice::status).forEach(all::add);
    return new AgentStatus(all, status.clockSteps());
  }

  /** What became of its records. */
  public PublisherStatus publisherStatus() {
    return publisher.status();
  }

  /** All of it, for whoever looks at this agent. */
  public AgentSnapshot snapshot() {
    return new AgentSnapshot(
        node,
        agentStatus(),
        publisher.status(),
        activities == null ? null : activities.counts(),
        servers.status(),
        meter.devices(),
        meter.leftOut());
  }

  /** Stops reading, sends what has been read, and spools what cannot be sent in two seconds. */
  @Override
  public void close() {
    openings.forEach(OpeningDevice::close);
    if (activities != null) {
      activities.close();
    }
    if (open != null) {
      open.close();
    }
    servers.close();
    agent.close();
    meter.close();
    kept.close();
    if (running != null) {
      running.close();
    }
    publisher.close();
  }
}
