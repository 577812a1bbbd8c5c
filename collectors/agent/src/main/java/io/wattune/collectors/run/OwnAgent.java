package io.wattune.collectors.run;

import io.wattune.collectors.agent.Agent;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.AgentSettings;
import io.wattune.collectors.agent.DescriptionRules;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.local.LocalActivities;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.nodeagent.KnownSensors;
import io.wattune.collectors.process.FoundProcesses;
import io.wattune.collectors.process.ProcessFile;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.device.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The agent's readers and its socket in this process, with the devices that are found on this
 * machine, for as long as one command runs. Nothing is published.
 */
public final class OwnAgent implements AutoCloseable {
  private static final String NODE = "local";

  /** Readings from before the command starts, for its first moments. */
  private static final long FIRST_POLLS = 3;

  private static final long LOOK_NANOS = 5_000_000L;

  private final Path folder;
  private final LocalActivities activities;
  private final Agent agent;

  private OwnAgent(Path folder, LocalActivities activities, Agent agent) {
    this.folder = folder;
    this.activities = activities;
    this.agent = agent;
  }

  /**
   * Begins to read.
   *
   * @param profiles file of sensor profiles; null where each sensor is learned
   * @param changes receives one line for each change of state
   */
  public static OwnAgent start(DeviceKinds kinds, @Nullable Path profiles, Consumer<String> changes)
      throws NotMeasuredException {
    Discovery found = kinds.find();
    if (found.devices().isEmpty()) {
      throw new NotMeasuredException("no device was found on this machine" + remedies(found));
    }
    AgentClock clock = AgentClock.system();
    var reported = new ReportedProcesses(ProcTable.system());
    List<DeviceSource> devices = open(kinds, found, clock, reported, changes);
    if (devices.isEmpty()) {
      throw new NotMeasuredException("none of the devices that were found can be opened");
    }
    @Nullable LocalActivities activities = null;
    try {
      Path folder = Files.createTempDirectory("wattune-run");
      ActivitiesConfig config = ActivitiesConfig.at(folder.resolve("s"));
      List<String> ids = devices.stream().map(DeviceSource::device).toList();
      RecordSink nowhere = (topic, key, value) -> {};
      activities =
          LocalActivities.start(
              NODE, ids, config, KnownSensors.of(profiles), clock, nowhere, reported, changes);
      Agent agent =
          Agent.start(
              devices,
              clock,
              AgentSettings.DEFAULT,
              DescriptionRules.NONE,
              activities.beside(nowhere),
              changes);
      return new OwnAgent(folder, activities, agent);
    } catch (IOException | IllegalArgumentException e) {
      if (activities != null) {
        activities.close();
      }
      devices.forEach(DeviceSource::close);
      throw new NotMeasuredException("the devices cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<DeviceSource> open(
      DeviceKinds kinds,
      Discovery found,
      AgentClock clock,
      ReportedProcesses reported,
      Consumer<String> changes) {
    Path here = Path.of("").toAbsolutePath();
    List<DeviceSource> devices = new ArrayList<>();
    for (FoundDevice device : found.devices()) {
      var settings = new DeviceSettings(DeviceId.of(NODE, device.uuid()), here, device.settings());
      try {
        devices.add(
            new FoundProcesses(
                kinds.openSource(device.kind(), settings, clock::epochNanos),
                reported,
                ProcessFile.none(),
                clock::epochNanos));
      } catch (DeviceException e) {
        changes.accept(String.valueOf(e.getMessage()));
      }
    }
    return devices;
  }

  private static String remedies(Discovery found) {
    String remedies =
        found.findings().stream()
            .filter(finding -> !finding.remedy().isEmpty())
            .map(OwnAgent::words)
            .collect(Collectors.joining("; "));
    return remedies.isEmpty() ? "" : ": " + remedies;
  }

  private static String words(Finding finding) {
    return finding.what() + " (" + finding.remedy() + ")";
  }

  /** Where it listens. */
  public Path socket() {
    return activities.socket();
  }

  /** Waits until every device has been asked a few times, or so long. */
  public void awaitReadings(Duration longest) {
    long due = System.nanoTime() + longest.toNanos();
    while (System.nanoTime() - due < 0
        && agent.status().devices().stream()
            .anyMatch(device -> device.polls() - device.missing() < FIRST_POLLS)) {
      LockSupport.parkNanos(this, LOOK_NANOS);
    }
  }

  @Override
  public void close() {
    activities.close();
    agent.close();
    try {
      Files.deleteIfExists(folder.resolve(".sock"));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      folder.toFile().deleteOnExit();
    }
  }
}
