package io.wattune.launcher.up;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.DeviceConfig;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.simulated.SimulatedSource;
import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.metrics.AgentSnapshot;
import io.wattune.launcher.node.NodeAgent;
import io.wattune.launcher.node.NodeFiles;
import io.wattune.launcher.teardown.Teardown;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.register.ControlRegisters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulated half of a pipeline: nodes with their agents in this process, and one writer and one
 * guardian process for all of them. The settings of each GPU are in a register file, which the
 * writer and the guardian set as they would set a driver's.
 */
final class SimulatedFleet {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatedFleet.class);

  private final List<NodeAgent> agents = new ArrayList<>();
  private final Map<String, SimulatedSource> gpus = new LinkedHashMap<>();
  private final List<Path> registers = new ArrayList<>();
  private final List<ChildProcess> processes;
  private volatile long lastReadingNanos;

  /** In the order in which they are stopped. */
  private SimulatedFleet(List<ChildProcess> processes) {
    this.processes = processes;
  }

  /**
   * Starts agents, guardian and writer; they are stopped by the teardown.
   *
   * @param key of which the writer believes the decisions
   */
  static SimulatedFleet start(
      UpOptions options, SigningKey key, Path folder, String bootstrapServers, Teardown teardown)
      throws CommandFailedException {
    Path home = folder.resolve("nodes");
    List<SimulatedTunables.Bounds> bounds = SimulatedTunables.of(model(options));
    List<Path> files = files(new FleetFiles(home, options, bounds, key), bootstrapServers);
    List<NodeAgent> agents = new ArrayList<>();
    teardown.add("stop the agents", () -> close(agents));
    List<NodeConfig> nodes = NodeFiles.read(files);
    for (NodeConfig node : nodes) {
      agents.add(agent(node));
    }
    List<ChildProcess> processes = new ArrayList<>();
    // A GPU without tunables needs nobody to bring it home.
    if (!bounds.isEmpty()) {
      ChildProcess guardian = child("guardian", folder, files, teardown);
      processes.add(child("writer", folder, files, teardown));
      processes.add(guardian);
    }
    SimulatedFleet fleet = new SimulatedFleet(processes);
    fleet.agents.addAll(agents);
    for (NodeAgent agent : agents) {
      for (DeviceSource source : agent.devices()) {
        fleet.gpus.put(source.device(), (SimulatedSource) source);
      }
    }
    for (NodeConfig node : nodes) {
      node.devices().forEach(device -> fleet.registers.add(registers(node, device)));
    }
    return fleet;
  }

  private static Path registers(NodeConfig node, DeviceConfig device) {
    return node.fileFolder().resolve(device.settings().getOrDefault("registers", ""));
  }

  private static GpuModel model(UpOptions options) throws CommandFailedException {
    try {
      return DataFiles.gpu(options.gpu());
    } catch (IOException | IllegalArgumentException e) {
      throw CommandFailedException.usage("--gpu: " + e.getMessage());
    }
  }

  private static List<Path> files(FleetFiles files, String bootstrapServers)
      throws CommandFailedException {
    try {
      return files.write(bootstrapServers);
    } catch (IOException e) {
      throw CommandFailedException.failed("cannot write the nodes' files: " + e, e);
    }
  }

  private static NodeAgent agent(NodeConfig node) throws CommandFailedException {
    try {
      return NodeAgent.start(
          node, DeviceKinds.standard(), change -> LOG.info("{}: {}", node.node(), change));
    } catch (DeviceException | IOException e) {
      throw CommandFailedException.failed("node " + node.node() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailedException.failed("interrupted while node " + node.node() + " began", e);
    }
  }

  private static ChildProcess child(
      String command, Path folder, List<Path> files, Teardown teardown)
      throws CommandFailedException {
    List<String> arguments =
        new ArrayList<>(List.of(command, "--until-stdin-closes", "--listen", "off"));
    files.forEach(file -> arguments.add(file.toString()));
    return teardown.add(
        "stop the " + command,
        ChildProcess.start(command, folder.resolve("log").resolve(command + ".log"), arguments));
  }

  /** Ids of all simulated GPUs. */
  List<String> devices() {
    return List.copyOf(gpus.keySet());
  }

  /** How the agents do. */
  List<AgentSnapshot> snapshots() {
    return agents.stream().map(NodeAgent::snapshot).toList();
  }

  /** Polls so far. */
  long readings() {
    return agents.stream().mapToLong(agent -> agent.agentStatus().polls()).sum();
  }

  /** Records that wait, or have waited, on disk for the broker. */
  long spooledRecords() {
    return agents.stream().mapToLong(agent -> agent.publisherStatus().spooledRecords()).sum();
  }

  /** Records that were lost. */
  long droppedRecords() {
    return agents.stream().mapToLong(agent -> agent.publisherStatus().droppedRecords()).sum();
  }

  /** What is not as it should be, in a few words; empty where all is well. */
  String note() {
    long dropped = droppedRecords();
    long spooled = spooledRecords();
    if (dropped > 0) {
      return dropped + " records lost";
    }
    return spooled > 0 ? spooled + " records wait for the broker" : "";
  }

  /** Energy that a GPU really took between two whole seconds. */
  long trueMicrojoules(String device, long fromNanos, long toNanos) {
    SimulatedSource gpu = gpus.get(device);
    if (gpu == null) {
      throw new IllegalArgumentException("there is no simulated GPU '" + device + "'");
    }
    return gpu.truth().energyMicrojoules(fromNanos, toNanos);
  }

  /** When reading ended; 0 before. */
  long lastReadingNanos() {
    return lastReadingNanos;
  }

  /** Throws what has failed, if anything has. */
  void check() throws CommandFailedException {
    for (ChildProcess process : processes) {
      process.check();
    }
  }

  /** Stops the writer, which brings every GPU home, then the guardian. */
  void endTuning() {
    processes.forEach(ChildProcess::close);
  }

  /** GPUs that are not at their own settings, with what is off. */
  SortedMap<String, String> notHome() {
    SortedMap<String, String> notHome = new TreeMap<>();
    for (Path file : registers) {
      try {
        ControlRegisters device = ControlRegisters.open(file);
        for (int control = 0; control < device.tunables().size(); control++) {
          long own = device.tunables().get(control).ownValue().orElseThrow();
          long now = device.value(control);
          if (now != own) {
            notHome.merge(
                device.device(),
                device.tunables().get(control).name() + " is " + now + ", own is " + own,
                (a, b) -> a + "; " + b);
          }
        }
      } catch (IOException e) {
        notHome.put(file.toString(), "cannot be read: " + e.getMessage());
      }
    }
    return notHome;
  }

  /** Stops reading, and sends what has been read. */
  void endReading() {
    close(agents);
    lastReadingNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
  }

  /** All at once: each may take some seconds. */
  private static void close(List<NodeAgent> agents) {
    agents.parallelStream().forEach(NodeAgent::close);
  }
}
