package io.wattune.pipeline;

import io.wattune.archive.ArchiveFormat;
import io.wattune.archive.ArchiveHeader;
import io.wattune.archive.ArchiveStore;
import io.wattune.archive.sink.ArchiveOptions;
import io.wattune.embedded.broker.FreePorts;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.serving.ServedGpu;
import io.wattune.testbed.serving.ServedLoad;
import io.wattune.testbed.standin.NvmlStandIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Refuses what can be seen to be wrong before anything starts. */
public final class UpCheck {
  private static final int MOST_DEVICES = 10_000;
  private static final int MOST_DAYS = 3650;
  private static final int MOST_STAND_INS = 16;

  private UpCheck() {}

  public static void check(UpOptions options) throws EngineException {
    if ((long) options.nodes() * options.gpusPerNode() > MOST_DEVICES) {
      throw EngineException.wrongInput(
          "--nodes times --gpus-per-node must be at most "
              + MOST_DEVICES
              + ", was "
              + (long) options.nodes() * options.gpusPerNode());
    }
    Map<String, Integer> ports = new LinkedHashMap<>();
    ports.put("--kafka-port", options.kafkaPort());
    ports.put("--flink-port", options.flinkPort());
    Integer storePort = options.keep().storePort();
    if (storePort != null) {
      ports.put("--store-port", storePort);
    }
    Integer dashboardPort = options.dashboardPort();
    if (dashboardPort != null) {
      ports.put("--dashboard-port", dashboardPort);
    }
    ports(ports);
    keep(options.keep());
    hardware(options);
    if (ServedLoad.isNamed(options.workload())) {
      served(options);
    } else {
      dataFile("--gpu", options.gpu(), DataFiles.BUNDLED_GPUS);
      dataFile("--workload", options.workload(), DataFiles.BUNDLED_WORKLOADS);
    }
    Path folder = options.dataDir();
    if (folder != null) {
      writable(folder);
    }
    archive(options.keep().archive());
  }

  private static void served(UpOptions options) throws EngineException {
    try {
      ServedLoad unused = ServedLoad.of(options.workload());
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("--workload: " + e.getMessage());
    }
    if (options.hardware() != UpOptions.Hardware.SIMULATED
        || !options.gpu().equals(ServedGpu.NAME)) {
      throw EngineException.wrongInput(
          "--workload "
              + options.workload()
              + " runs on simulated GPUs of the model "
              + ServedGpu.NAME
              + " alone; leave --gpu and --devices out");
    }
  }

  private static void hardware(UpOptions options) throws EngineException {
    if (options.hardware() == UpOptions.Hardware.SIMULATED
        && !options.tuning().temperatures().isNone()) {
      throw EngineException.wrongInput(
          "--temperature-limit needs --devices nvidia-stand-in: simulated ones have no temperature");
    }
    if (options.hardware() == UpOptions.Hardware.NVIDIA_STAND_IN) {
      within("--nodes times --gpus-per-node", options.devices(), 1, MOST_STAND_INS);
      Optional<String> obstacle = NvmlStandIn.obstacle();
      if (obstacle.isPresent()) {
        throw EngineException.wrongInput("--devices: " + obstacle.get());
      }
    }
  }

  /** Refuses a name that is not among the known ones, and says which are. */
  public static void known(String option, String name, Collection<String> names)
      throws EngineException {
    if (!names.contains(name)) {
      throw EngineException.wrongInput(
          option + " does not know '" + name + "'; known are " + String.join(", ", names));
    }
  }

  /** One of those that are bundled, or a file. */
  private static void dataFile(String option, String name, Collection<String> bundled)
      throws EngineException {
    if (!Files.isRegularFile(Path.of(name))) {
      known(option, name, bundled);
    }
  }

  private static void within(String option, long value, long lowest, long highest)
      throws EngineException {
    if (value < lowest || value > highest) {
      throw EngineException.wrongInput(
          option + " must be in " + lowest + ".." + highest + ", was " + value);
    }
  }

  private static void ports(Map<String, Integer> ports) throws EngineException {
    Map<Integer, String> owners = new HashMap<>();
    for (Map.Entry<String, Integer> port : ports.entrySet()) {
      String other = port.getValue() == 0 ? null : owners.put(port.getValue(), port.getKey());
      if (other != null) {
        throw EngineException.wrongInput(
            other
                + " and "
                + port.getKey()
                + " are both "
                + port.getValue()
                + "; give them different ones");
      }
    }
    for (Map.Entry<String, Integer> port : ports.entrySet()) {
      port(port.getKey(), port.getValue());
    }
  }

  private static void keep(KeepOptions keep) throws EngineException {
    Duration storeKeep = keep.storeKeep();
    within("--store-keep in days", storeKeep.toDays(), 1, MOST_DAYS);
    if (!storeKeep.equals(Duration.ofDays(storeKeep.toDays()))) {
      throw EngineException.wrongInput(
          "--store-keep must be whole days, since the store drops whole days; give "
              + (storeKeep.toDays() + 1)
              + "d");
    }
  }

  /** Makes an archive of a folder that is new or empty; refuses what is something else. */
  private static void archive(@Nullable Path folder) throws EngineException {
    if (folder == null) {
      return;
    }
    try {
      ArchiveStore.prepare(
          folder,
          new ArchiveHeader(
              ArchiveFormat.LAYOUT, Namespace.live().prefix(), ArchiveOptions.DEFAULT_BUCKETS));
    } catch (IOException e) {
      throw EngineException.wrongInput("--archive: " + e.getMessage());
    }
  }

  private static void port(String option, int port) throws EngineException {
    if (port != 0 && !FreePorts.isFree(port)) {
      throw EngineException.wrongInput(
          "port "
              + port
              + " is taken; stop what listens there, or give another one with "
              + option
              + " (0 for any free one)");
    }
  }

  private static void writable(Path folder) throws EngineException {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "probe-", ".tmp"));
    } catch (IOException e) {
      throw EngineException.wrongInput(
          "--data-dir "
              + folder
              + " cannot be written ("
              + e
              + "); choose another folder or change its permissions");
    }
  }
}
