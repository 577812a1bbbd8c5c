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

  private final NodeConfig config;
  private final DeviceKinds kinds;
  private final Consumer<String> changes;
  private final AgentClock clock = AgentClock.system();
  private final ReportedProcesses reported = new ReportedProcesses(ProcTable.system());
  private final ProcessFile kept;
  private List<OpeningDevice> openings = List.of();
  private List<DeviceSource> devices = List.of();
  private SpoolingPublisher publisher;
  private PowerMeter meter;
  private ServerWork servers;
  private Agent agent;
  private @Nullable LocalActivities activities;
  private @Nullable RunningReport running;
  private @Nullable OpenActivities open;

  @SuppressWarnings("NullAway.Init") // The rest is there when it has begun.
  private NodeAgent(NodeConfig config, DeviceKinds kinds, Consumer<String> changes) {
    this.config = config;
    this.kinds = kinds;
    this.changes = changes;
    this.kept = ProcessFile.open(config.folder().processes(), changes);
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
    var result = new NodeAgent(node, kinds, changes);
    boolean hasStarted = false;
    try {
      result.begin(ownSettings);
      hasStarted = true;
      return result;
    } finally {
      if (!hasStarted) {
        result.close();
      }
    }
  }

  private void begin(JournaledOwnSettings ownSettings)
      throws DeviceException, IOException, InterruptedException {
    // All at once: a driver that hangs holds up no other.
    openings =
        config.devices().stream()
            .map(each -> new OpeningDevice(config.deviceId(each), () -> open(each), changes))
            .toList();
    openings.forEach(OpeningDevice::start);
    long dueNanos = System.nanoTime() + OPENING_NANOS;
    for (OpeningDevice each : openings) {
      each.await(dueNanos);
    }
    devices = openings.stream().map(OpeningDevice::take).filter(Objects::nonNull).toList();
    publisher = publisher();
    boolean isTuned = config.tuning().isOn();
    // The writer asks what runs; where nothing may be set there is none.
    running = isTuned ? RunningReport.start(config.folder().running(), changes) : null;
    meter = PowerMeter.start(config.node(), ids(), profiles(), changes);
    RecordSink sent = meter.beside(new SpooledRecords(config.namespace(), publisher));
    RecordSink sink =
        new NumberedCounters(running == null ? sent : ForwardingSink.showing(sent, running::seen));
    RecordSink all = sink;
    if (config.activities().isOn()) {
      open =
          OpenActivities.open(config.folder().openActivities(), sink, clock::epochNanos, changes);
      activities = activities(open);
      all = activities == null ? sink : activities.beside(sink);
    }
    servers = ServerWork.start(config.node(), config.servers(), ids(), clock, sink, changes);
    agent = agent(ownSettings, all);
    openings.stream().filter(OpeningDevice::isWaiting).forEach(each -> each.later(agent::add));
  }

  /** With the counters of another source, where the file says so, and its processes. */
  private DeviceSource open(DeviceConfig of) throws DeviceException {
    var settings = new DeviceSettings(config.deviceId(of), config.fileFolder(), of.settings());
    DeviceSource device = kinds.openSource(of.kind(), settings, clock::epochNanos);
    CountersConfig counters = config.reading().counters();
    boolean isWhole = false;
    try {
      if (counters != null) {
        var own = new DeviceSettings(device.device(), config.fileFolder(), counters.settings());
        DeviceCounters source = CounterPlugins.of(kinds).open(counters.source(), own);
        device = CountedDevice.of(device, source, clock::epochNanos, changes);
      }
      isWhole = true;
    } finally {
      if (!isWhole) {
        device.close();
      }
    }
    return new FoundProcesses(device, reported, kept, clock::epochNanos);
  }

  private SpoolingPublisher publisher() throws IOException {
    return SpoolingPublisher.start(
        config.node(),
        config.folder().spool(),
        new KafkaOpener(
            config.kafka(),
            "wattune-agent-" + config.node(),
            config.namespace(),
            WRITTEN,
            config.reading().lingerMillis()),
        PublisherSettings.DEFAULT.withSpoolBytes(
            config.reading().spoolMegabytes() * BYTES_PER_MEGABYTE),
        changes);
  }

  private Agent agent(JournaledOwnSettings ownSettings, RecordSink sink) {
    var settings =
        new AgentSettings(
            config.reading().blockMaxPolls(),
            config.reading().blockMaxAgeMillis() * NANOS_PER_MILLI,
            config.reading().hangMillis() * NANOS_PER_MILLI,
            profiles());
    var rules =
        new DescriptionRules(
            config.rack(),
            ownSettings,
            (device, tunable) -> config.tuning().bounds(uuid(device), tunable).isPresent());
    return Agent.start(devices, clock, settings, rules, sink, changes);
  }

  /** For polls at the sensors' own rate; without them the rate is found from the readings. */
  private ProfileChoice profiles() {
    try {
      return KnownSensors.of(config.activities().profiles());
    } catch (IOException e) {
      changes.accept("knows nothing of the sensors beforehand: " + FailureWords.of(e));
      return ProfileChoice.AUTO;
    }
  }

  /**
   * The agent does all else without them: if the socket cannot be opened, it reports that and goes
   * on.
   */
  private @Nullable LocalActivities activities(RecordSink sink) {
    try {
      ProfileChoice profiles = KnownSensors.of(config.activities().profiles());
      LocalActivities taken =
          LocalActivities.start(
              config.node(), ids(), config.activities(), profiles, clock, sink, reported, changes);
      changes.accept("takes activities at " + taken.socket());
      return taken;
    } catch (IOException e) {
      changes.accept("takes no activities from programs: " + FailureWords.of(e));
      return null;
    }
  }

  private List<String> ids() {
    return config.devices().stream().map(config::deviceId).toList();
  }

  private String uuid(String device) {
    return device.substring(DeviceId.of(config.node(), "-").length() - 1);
  }

  /** Name of the node. */
  public String node() {
    return config.node();
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
        config.node(),
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
    if (servers != null) {
      servers.close();
    }
    if (agent != null) {
      agent.close();
    } else {
      devices.forEach(DeviceSource::close);
    }
    if (meter != null) {
      meter.close();
    }
    kept.close();
    if (running != null) {
      running.close();
    }
    if (publisher != null) {
      publisher.close();
    }
  }
}
