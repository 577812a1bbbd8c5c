package io.wattune.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.jna.NativeLibrary;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.nodeagent.NodeAgent;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.testbed.standin.LoadProgram;
import io.wattune.testbed.standin.NvmlStandIn;
import io.wattune.testbed.standin.Registers;
import io.wattune.testbed.standin.StandIn;
import io.wattune.testbed.standin.StandInFolder;
import io.wattune.testbed.standin.TruthTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongBinaryOperator;

/**
 * GPUs that the nodes reach as they reach NVIDIA's, by the kind {@code nvidia}: behind a library
 * that is made here, a process of its own plays them, and on each runs a load program; every other
 * one reports its work to the agent.
 */
final class StandInGpus implements Gpus {
  /** Where they are, in the run's folder. */
  static final String FOLDER = "stand-in";

  /** The library is found by its name in the folders that this variable lists. */
  private static final String LIBRARY_PATH = "LD_LIBRARY_PATH";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Two kinds of step that memory limits, and the second one the core as well. */
  private static final List<String> PHASES = List.of("0.03:0.92", "0.12:0.80");

  private static final double MICROJOULES = 1e6;

  private final UpOptions options;
  private final StandInFolder folder;
  private final Path logs;
  private final Teardown teardown;
  private final List<StandInFolder.Device> devices;
  private final List<ChildProcess> processes = new ArrayList<>();
  private final Map<String, StandInFolder.Device> byId = new LinkedHashMap<>();

  private StandInGpus(
      UpOptions options,
      StandInFolder folder,
      Path logs,
      Teardown teardown,
      ChildProcess player,
      List<StandInFolder.Device> devices) {
    this.options = options;
    this.folder = folder;
    this.logs = logs;
    this.teardown = teardown;
    this.devices = devices;
    processes.add(player);
  }

  /** Makes the library and starts who plays the GPUs; the teardown stops him. */
  static StandInGpus start(UpOptions options, Path path, Teardown teardown)
      throws EngineException, InterruptedException {
    var folder = new StandInFolder(path.resolve(FOLDER).toAbsolutePath());
    try {
      NvmlStandIn.make(folder);
      Files.deleteIfExists(folder.page());
      ChildProcess player =
          teardown.add(
              "stop the simulated GPUs",
              ChildProcess.start(
                  "stand-in",
                  path.resolve("log/stand-in.log"),
                  StandIn.class.getName(),
                  List.of(
                      folder.path().toString(),
                      "nvidia=" + options.devices(),
                      "--until-stdin-closes"),
                  Map.of()));
      awaitPage(folder, player);
      // For the agents in this process, whose environment cannot be changed any more.
      NativeLibrary.addSearchPath(NvmlLibrary.NAME, folder.path().toString());
      return new StandInGpus(
          options, folder, path.resolve("log"), teardown, player, folder.devices());
    } catch (IOException e) {
      throw EngineException.failed("--devices: " + e.getMessage(), e);
    }
  }

  private static void awaitPage(StandInFolder folder, ChildProcess player) throws EngineException {
    long due = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(folder.page())) {
      player.check();
      if (System.nanoTime() - due > 0) {
        throw EngineException.failed(
            "the simulated GPUs were not there after " + PATIENCE.toSeconds() + " s");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** The clocks; a limit of power is slow to find, and does nothing that they do not. */
  @Override
  public List<TunableBounds> bounds() {
    return List.of(
        new TunableBounds(TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, 210, 1755),
        new TunableBounds(TunableName.MEMORY_CLOCK, TunableUnit.MEGAHERTZ, 1593, 2619));
  }

  private int place(int node, int gpu) {
    return (node - 1) * options.gpusPerNode() + gpu;
  }

  @Override
  public String uuid(int node, int gpu) {
    return devices.get(place(node, gpu)).uuid();
  }

  @Override
  public void describe(int node, int gpu, ObjectNode device) {
    device.put("kind", "nvidia");
    device
        .putObject("settings")
        .put("pollPeriodMillis", Long.toString(Math.max(1, options.poll().toMillis())));
  }

  @Override
  public boolean takeActivities() {
    return true;
  }

  @Override
  public Map<String, String> environment() {
    String given = System.getenv(LIBRARY_PATH);
    String own = folder.path().toString();
    return Map.of(LIBRARY_PATH, given == null || given.isEmpty() ? own : own + ":" + given);
  }

  @Override
  public void begin(List<NodeConfig> nodes, List<NodeAgent> agents) throws EngineException {
    int place = 0;
    for (NodeConfig node : nodes) {
      for (DeviceConfig device : node.devices()) {
        byId.put(node.node() + "/" + device.uuid(), devices.get(place));
        processes.add(load(node, place));
        place++;
      }
    }
  }

  private ChildProcess load(NodeConfig node, int place) throws EngineException {
    boolean isInstrumented = place % 2 == 0;
    String name = isInstrumented ? "train" : "silent";
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--page",
                folder.page().toString(),
                "--device",
                Integer.toString(place),
                "--name",
                name,
                "--phases",
                PHASES.get(place % PHASES.size()),
                "--step",
                "0.1",
                "--until-stdin-closes"));
    if (isInstrumented) {
      arguments.addAll(
          List.of("--mode", "socket", "--socket", node.activities().socket().toString()));
    }
    String title = "load-" + place;
    return teardown.add(
        "stop " + title,
        ChildProcess.start(
            title, logs.resolve(title + ".log"), LoadProgram.class.getName(), arguments, Map.of()));
  }

  @Override
  public LongBinaryOperator trueMicrojoules(String device) {
    StandInFolder.Device played = byId.get(device);
    if (played == null) {
      throw new IllegalArgumentException("there is no simulated GPU '" + device + "'");
    }
    TruthTable truth = truth();
    return (fromNanos, toNanos) ->
        Math.round(truth.joules(played, fromNanos, toNanos) * MICROJOULES);
  }

  @Override
  public TrueSaving trueSaving() {
    TruthTable truth = truth();
    TrueSaving all = TrueSaving.NONE;
    try {
      for (StandInFolder.Device device : byId.values()) {
        TruthTable.Tuned tuned = truth.tuned(device, folder.own(device), 0);
        all = all.plus(tuned.joules(), tuned.ownJoules());
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "own settings of the GPUs cannot be read: " + FailureWords.of(e), e);
    }
    return all;
  }

  private TruthTable truth() {
    try {
      return TruthTable.read(folder);
    } catch (IOException e) {
      throw new IllegalStateException(
          "what the GPUs really took cannot be read: " + FailureWords.of(e), e);
    }
  }

  @Override
  public SortedMap<String, String> away() {
    SortedMap<String, String> away = new TreeMap<>();
    byId.forEach(
        (id, device) -> {
          try {
            Registers now = folder.registers(device);
            if (!now.equals(folder.own(device))) {
              away.put(id, "it has " + now + ", own are " + folder.own(device));
            }
          } catch (IOException e) {
            away.put(id, "cannot be read: " + e.getMessage());
          }
        });
    return away;
  }

  @Override
  public void check() throws EngineException {
    for (ChildProcess process : processes) {
      process.check();
    }
  }
}
