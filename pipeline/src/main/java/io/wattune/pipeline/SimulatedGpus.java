package io.wattune.pipeline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.nodeagent.NodeAgent;
import io.wattune.collectors.process.FoundProcesses;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.simulated.SimulatedSource;
import io.wattune.core.tunable.Tunable;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.GpuTruth;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testbed.serving.ServedGpu;
import io.wattune.testbed.serving.ServedLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * GPUs of the kind {@code simulated}: each agent simulates its own, and their settings are in
 * register files, which writer and guardian set as they would set a driver's.
 */
final class SimulatedGpus implements Gpus {
  private final UpOptions options;
  private final List<TunableBounds> bounds;
  private final @Nullable ServedGpus served;
  private final Map<String, SimulatedSource> sources = new LinkedHashMap<>();
  private final List<Path> registers = new ArrayList<>();

  private SimulatedGpus(
      UpOptions options, List<TunableBounds> bounds, @Nullable ServedGpus served) {
    this.options = options;
    this.bounds = bounds;
    this.served = served;
  }

  /** GPUs with the workload of the options; what they need beside the agents ends with the run. */
  static SimulatedGpus start(UpOptions options, Teardown teardown) throws EngineException {
    if (ServedLoad.isNamed(options.workload())) {
      ServedLoad load = ServedLoad.of(options.workload());
      return new SimulatedGpus(
          options, bounds(ServedGpu.tunables(load)), ServedGpus.start(load, teardown));
    }
    try {
      return new SimulatedGpus(options, bounds(DataFiles.gpu(options.gpu()).tunables()), null);
    } catch (IOException | IllegalArgumentException e) {
      throw EngineException.wrongInput("--gpu: " + e.getMessage());
    }
  }

  private static List<TunableBounds> bounds(List<Tunable> tunables) {
    return tunables.stream().map(TunableBounds::of).toList();
  }

  @Override
  public List<TunableBounds> bounds() {
    return bounds;
  }

  @Override
  public String uuid(int node, int gpu) {
    return String.format(Locale.ROOT, "SIM-%03d-%02d", node, gpu);
  }

  @Override
  public void describe(int node, int gpu, ObjectNode device) {
    device.put("kind", "simulated");
    ObjectNode settings = device.putObject("settings");
    settings.put("registers", uuid(node, gpu) + ".registers");
    settings.put("gpu", options.gpu());
    settings.put("workload", options.workload());
    if (served != null) {
      // Where the node's writer puts what kernels need, in the node's state folder.
      settings.put("rightSizes", "state/right-sizes");
    }
    // Every GPU has a seed of its own, and the same one in every run with the same seed.
    settings.put("seed", Long.toString(options.seed() * 1_000_003L + node * 1009L + gpu));
    settings.put(
        "pollHertz", Long.toString(Math.max(1, Math.round(1e9 / options.poll().toNanos()))));
  }

  @Override
  public void serve(int node, int gpu, ArrayNode work) {
    if (served != null) {
      served.describe(work, uuid(node, gpu), gpu, options.gpusPerNode());
    }
  }

  /** Thousands of nodes may be in one process, and no program runs on what they simulate. */
  @Override
  public boolean takeActivities() {
    return false;
  }

  @Override
  public void begin(List<NodeConfig> nodes, List<NodeAgent> agents) {
    for (NodeAgent agent : agents) {
      for (DeviceSource source : agent.devices()) {
        DeviceSource device = source instanceof FoundProcesses found ? found.source() : source;
        sources.put(device.device(), (SimulatedSource) device);
      }
    }
    if (served != null) {
      served.show(sources);
    }
    for (NodeConfig node : nodes) {
      node.devices().forEach(device -> registers.add(registers(node, device)));
    }
  }

  private static Path registers(NodeConfig node, DeviceConfig device) {
    return node.fileFolder().resolve(device.settings().getOrDefault("registers", ""));
  }

  @Override
  public LongBinaryOperator trueMicrojoules(String device) {
    SimulatedSource gpu = sources.get(device);
    if (gpu == null) {
      throw new IllegalArgumentException("there is no simulated GPU '" + device + "'");
    }
    return gpu.truth()::energyMicrojoules;
  }

  @Override
  public TrueSaving trueSaving() {
    TrueSaving all = TrueSaving.NONE;
    for (SimulatedSource gpu : sources.values()) {
      GpuTruth.Tuned tuned = gpu.truth().tuned();
      all = all.plus(tuned.joules(), tuned.ownJoules());
    }
    return all;
  }

  @Override
  public SortedMap<String, String> away() {
    SortedMap<String, String> away = new TreeMap<>();
    for (Path file : registers) {
      try {
        ControlRegisters device = ControlRegisters.open(file);
        for (int control = 0; control < device.tunables().size(); control++) {
          long own = device.tunables().get(control).ownValue().orElseThrow();
          long now = device.value(control);
          if (now != own) {
            away.merge(
                device.device(),
                device.tunables().get(control).name() + " is " + now + ", own is " + own,
                (a, b) -> a + "; " + b);
          }
        }
      } catch (IOException e) {
        away.put(file.toString(), "cannot be read: " + FailureWords.of(e));
      }
    }
    return away;
  }
}
