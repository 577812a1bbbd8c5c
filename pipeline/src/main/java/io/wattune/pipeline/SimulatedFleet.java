package io.wattune.pipeline;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.journal.JournaledSettings;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFileException;
import io.wattune.collectors.node.NodeFiles;
import io.wattune.collectors.nodeagent.AgentSnapshot;
import io.wattune.collectors.nodeagent.NodeAgent;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongBinaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulated half of a pipeline: nodes with their agents in this process, and one writer and one
 * guardian process for all of them.
 */
final class SimulatedFleet {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatedFleet.class);

  private final List<NodeAgent> agents = new ArrayList<>();
  private final Gpus gpus;
  private final List<ChildProcess> processes;
  private volatile long lastReadingNanos;

  /** In the order in which they are stopped. */
  private SimulatedFleet(Gpus gpus, List<ChildProcess> processes) {
    this.gpus = gpus;
    this.processes = processes;
  }

  /**
   * Starts agents, guardian and writer; they are stopped by the teardown.
   *
   * @param keys of which the writer believes decisions and orders
   */
  static SimulatedFleet start(
      UpOptions options, RunKeys keys, Path folder, KafkaAccess kafka, Teardown teardown)
      throws EngineException, InterruptedException {
    Path nodeFolders = folder.resolve("nodes");
    Gpus gpus =
        switch (options.hardware()) {
          case SIMULATED -> SimulatedGpus.start(options, teardown);
          case NVIDIA_STAND_IN -> StandInGpus.start(options, folder, teardown);
        };
    List<Path> files = files(new FleetFiles(nodeFolders, options, gpus, keys), kafka);
    List<NodeAgent> agents = new ArrayList<>();
    teardown.add("stop the agents", () -> close(agents));
    List<NodeConfig> nodes = nodes(files);
    for (NodeConfig node : nodes) {
      agents.add(agent(node));
    }
    List<ChildProcess> processes = new ArrayList<>();
    // A GPU without tunables needs nobody to restore it.
    if (!gpus.bounds().isEmpty()) {
      Map<String, String> variables = gpus.environment();
      ChildProcess guardian = child("guardian", folder, files, variables, teardown);
      processes.add(child("writer", folder, files, variables, teardown));
      processes.add(guardian);
    }
    SimulatedFleet fleet = new SimulatedFleet(gpus, processes);
    fleet.agents.addAll(agents);
    gpus.begin(nodes, agents);
    return fleet;
  }

  private static List<Path> files(FleetFiles files, KafkaAccess kafka) throws EngineException {
    try {
      return files.write(kafka.bootstrapServers());
    } catch (IOException e) {
      throw EngineException.failed("cannot write the nodes' files: " + FailureWords.of(e), e);
    }
  }

  private static List<NodeConfig> nodes(List<Path> files) throws EngineException {
    try {
      return NodeFiles.read(files);
    } catch (NodeFileException e) {
      throw EngineException.of(e);
    }
  }

  private static NodeAgent agent(NodeConfig node) throws EngineException {
    try {
      return NodeAgent.start(
          node,
          DeviceKinds.standard(),
          JournaledSettings.of(node.folder()),
          change -> LOG.info("{}: {}", node.node(), change));
    } catch (DeviceException | IOException e) {
      throw EngineException.failed("node " + node.node() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw EngineException.failed("interrupted while node " + node.node() + " began", e);
    }
  }

  private static ChildProcess child(
      String command,
      Path folder,
      List<Path> files,
      Map<String, String> variables,
      Teardown teardown)
      throws EngineException {
    List<String> arguments = new ArrayList<>(List.of(command, "--until-stdin-closes"));
    files.forEach(file -> arguments.add(file.toString()));
    return teardown.add(
        "stop the " + command,
        ChildProcess.start(
            command, folder.resolve("log").resolve(command + ".log"), arguments, variables));
  }

  /** An order by hand that its nodes take, as arguments of {@code wattune set}; none where none. */
  Optional<String> exampleOrder() {
    return gpus.bounds().stream()
        .findFirst()
        .map(each -> "--device " + devices().get(0) + " " + each.lowestSetting() + " --for 10m");
  }

  /** Ids of all simulated GPUs. */
  List<String> devices() {
    return agents.stream()
        .flatMap(agent -> agent.devices().stream())
        .map(DeviceSource::device)
        .toList();
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

  /** Energy that a GPU really took up to now, between two whole seconds. */
  LongBinaryOperator trueMicrojoules(String device) {
    return gpus.trueMicrojoules(device);
  }

  /** What the GPUs really took at other settings than their own. */
  TrueSaving trueSaving() {
    return gpus.trueSaving();
  }

  /** When reading ended; 0 before. */
  long lastReadingNanos() {
    return lastReadingNanos;
  }

  /** Throws what has failed, if anything has. */
  void check() throws EngineException {
    gpus.check();
    for (ChildProcess process : processes) {
      process.check();
    }
  }

  /** Stops the writer, which restores every GPU, then the guardian. */
  void endTuning() {
    processes.forEach(ChildProcess::close);
  }

  /** GPUs that are not at their own settings, with what is off. */
  SortedMap<String, String> notRestored() {
    return gpus.away();
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
