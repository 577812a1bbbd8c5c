package io.wattune.launcher.up;

import io.wattune.core.policy.Policies;
import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.broker.FreePorts;
import io.wattune.testbed.gpu.DataFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** Refuses what can be seen to be wrong before anything starts. */
final class UpCheck {
  private static final int MOST_NODES = 10_000;
  private static final int MOST_DEVICES = 10_000;
  private static final int LONGEST_POLL_MILLIS = 10_000;

  private UpCheck() {}

  static void check(UpOptions options) throws CommandFailedException {
    within("--nodes", options.nodes(), 1, MOST_NODES);
    within("--gpus-per-node", options.gpusPerNode(), 1, MOST_DEVICES);
    if ((long) options.nodes() * options.gpusPerNode() > MOST_DEVICES) {
      throw CommandFailedException.usage(
          "--nodes times --gpus-per-node must be at most "
              + MOST_DEVICES
              + ", was "
              + (long) options.nodes() * options.gpusPerNode());
    }
    within("--poll in milliseconds", options.poll().toMillis(), 1, LONGEST_POLL_MILLIS);
    port("--kafka-port", options.kafkaPort());
    port("--flink-port", options.flinkPort());
    if (options.kafkaPort() != 0 && options.kafkaPort() == options.flinkPort()) {
      throw CommandFailedException.usage(
          "--kafka-port and --flink-port are both "
              + options.kafkaPort()
              + "; give them different ones");
    }
    known("--policy", options.policy(), Policies.names());
    dataFile("--gpu", options.gpu(), DataFiles.BUNDLED_GPUS);
    dataFile("--workload", options.workload(), DataFiles.BUNDLED_WORKLOADS);
    Path folder = options.dataDir();
    if (folder != null) {
      writable(folder);
    }
  }

  /** Refuses a name that is not among the known ones, and says which are. */
  static void known(String option, String name, Collection<String> names)
      throws CommandFailedException {
    if (!names.contains(name)) {
      throw CommandFailedException.usage(
          option + " does not know '" + name + "'; known are " + String.join(", ", names));
    }
  }

  /** One of those that are bundled, or a file. */
  private static void dataFile(String option, String name, Collection<String> bundled)
      throws CommandFailedException {
    if (!Files.isRegularFile(Path.of(name))) {
      known(option, name, bundled);
    }
  }

  private static void within(String option, long value, long lowest, long highest)
      throws CommandFailedException {
    if (value < lowest || value > highest) {
      throw CommandFailedException.usage(
          option + " must be in " + lowest + ".." + highest + ", was " + value);
    }
  }

  private static void port(String option, int port) throws CommandFailedException {
    within(option, port, 0, 65_535);
    if (port != 0 && !FreePorts.isFree(port)) {
      throw CommandFailedException.usage(
          "port "
              + port
              + " is taken; stop what listens there, or give another one with "
              + option
              + " (0 for any free one)");
    }
  }

  private static void writable(Path folder) throws CommandFailedException {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "probe-", ".tmp"));
    } catch (IOException e) {
      throw CommandFailedException.usage(
          "--data-dir "
              + folder
              + " cannot be written ("
              + e
              + "); choose another folder or change its permissions");
    }
  }
}
