package io.wattune.collectors.writer;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.writer.FaultyKind.Registers;
import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A node with faulty devices G1, G2, ... whose own settings are 800 and 1400 MHz. */
final class TestNode {
  static final String NODE = "n1";
  static final long OWN_CORE = 800;
  static final long OWN_MEMORY = 1_400;
  static final long MILLI = 1_000_000L;
  static final DeviceKinds KINDS = new DeviceKinds(List.of(new FaultyKind()));

  private final Path folder;
  private final Path file;

  private TestNode(Path folder, Path file) {
    this.folder = folder;
    this.file = file;
  }

  /**
   * Makes the node's folders and its file. A control that takes longer than 300 ms counts as
   * hanging.
   *
   * @param tuning keys of the file's tuning besides controls, with a comma at the end
   */
  static TestNode make(Path folder, int devices, String tuning) throws Exception {
    return make(folder, devices, tuning, 300);
  }

  /** The same where nothing is to hang, however slow the machine is. */
  static TestNode patient(Path folder, int devices, String tuning) throws Exception {
    return make(folder, devices, tuning, 20_000);
  }

  private static TestNode make(Path folder, int devices, String tuning, int hangMillis)
      throws Exception {
    for (int i = 1; i <= devices; i++) {
      Files.createDirectories(folder.resolve("G" + i));
      var registers = new Registers(folder.resolve("G" + i));
      registers.set(FaultyKind.CORE, OWN_CORE);
      registers.set(FaultyKind.MEMORY, OWN_MEMORY);
    }
    String listed =
        IntStream.rangeClosed(1, devices)
            .mapToObj(
                i ->
                    "{\"uuid\": \"G%d\", \"kind\": \"faulty\", \"settings\": {\"folder\": \"G%d\"}}"
                        .formatted(i, i))
            .collect(Collectors.joining(","));
    Path file = folder.resolve("node.json");
    Files.writeString(
        file,
        """
        {"node": "n1", "stateFolder": "state", "bootstrapServers": "localhost:1",
         "reading": {"hangMillis": %d},
         "devices": [%s],
         "tuning": {%s "controls": [
           {"device": "*", "tunable": "core.clock", "lowest": 400, "highest": 1000},
           {"device": "*", "tunable": "memory.clock", "lowest": 400, "highest": 1400}]}}
        """
            .formatted(hangMillis, listed, tuning));
    return new TestNode(folder, file);
  }

  Path file() {
    return file;
  }

  NodeConfig config() throws Exception {
    return NodeFile.read(file);
  }

  /** Ids of all devices. */
  String[] devices() throws Exception {
    NodeConfig config = config();
    return config.devices().stream().map(config::deviceId).toArray(String[]::new);
  }

  Registers device(int number) {
    return new Registers(folder.resolve("G" + number));
  }

  boolean isAtOwnSettings() {
    boolean isOwn = true;
    for (int i = 1; Files.exists(folder.resolve("G" + i)); i++) {
      isOwn &= isAtOwnSettings(i);
    }
    return isOwn;
  }

  boolean isAtOwnSettings(int number) {
    return device(number).get(FaultyKind.CORE) == OWN_CORE
        && device(number).get(FaultyKind.MEMORY) == OWN_MEMORY;
  }

  /** A decision for one device, based on a reading of just now. */
  static Decision.ForDevice decision(
      int device, long epoch, long sequence, long leaseMillis, Configuration configuration) {
    return decision(
        device,
        epoch,
        sequence,
        NodeClock.SYSTEM.now().wallNanos(),
        leaseMillis,
        configuration,
        List.of());
  }

  static Decision.ForDevice decision(
      int device,
      long epoch,
      long sequence,
      long basedOnNanos,
      long leaseMillis,
      Configuration configuration,
      List<ActivityConfiguration> byName) {
    return new Decision.ForDevice(
        NODE,
        NODE + "/G" + device,
        epoch,
        sequence,
        basedOnNanos,
        leaseMillis * MILLI,
        configuration,
        byName,
        "test",
        "test",
        "",
        Quality.MEASURED,
        0,
        null);
  }

  static Configuration core(long value) {
    return Configuration.of(FaultyKind.CORE.at(value));
  }
}
