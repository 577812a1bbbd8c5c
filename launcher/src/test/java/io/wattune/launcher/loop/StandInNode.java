package io.wattune.launcher.loop;

import static org.awaitility.Awaitility.await;

import io.wattune.launcher.WattuneCommand;
import io.wattune.testbed.standin.DeviceTruth;
import io.wattune.testbed.standin.LoadProgram;
import io.wattune.testbed.standin.NvmlStandIn;
import io.wattune.testbed.standin.Registers;
import io.wattune.testbed.standin.StandIn;
import io.wattune.testbed.standin.StandInFolder;
import io.wattune.testbed.standin.StandInKind;
import io.wattune.testbed.standin.TruthTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A node with one simulated device of each of some kinds, and its parts as processes, each started
 * by its command. Parts can be killed and started again.
 */
final class StandInNode implements AutoCloseable {
  static final String NAME = "n1";
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path path;
  private final StandInFolder folder;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final List<StandInFolder.Device> devices = new ArrayList<>();

  private StandInNode(Path path) {
    this.path = path;
    this.folder = new StandInFolder(path.resolve("hardware"));
  }

  /** Starts the devices, one for each kind that is listed, and no part yet. */
  static StandInNode start(Path path, List<StandInKind> kinds) throws Exception {
    var node = new StandInNode(path);
    if (kinds.contains(StandInKind.NVIDIA)) {
      NvmlStandIn.make(node.folder);
    }
    List<String> arguments = new ArrayList<>(List.of(node.folder.path().toString()));
    for (StandInKind kind : StandInKind.values()) {
      int count = Collections.frequency(kinds, kind);
      if (count > 0) {
        arguments.add(kind.label() + "=" + count);
      }
    }
    Part hardware = node.begin("hardware", StandIn.class, arguments);
    await().atMost(PATIENCE).until(() -> hardware.hasSaid("ready"));
    node.devices.addAll(node.folder.devices());
    return node;
  }

  /**
   * Writes the node's file.
   *
   * @param tuning what stands at the begin of its section of tuning
   * @param more keys of the file, each with a comma behind
   */
  void writeFile(String bootstrapServers, String tuning, String more) throws IOException {
    Files.writeString(
        file(),
        """
        {"node": "%s", "stateFolder": "state", "bootstrapServers": "%s", %s
         "devices": [%s],
         "tuning": {"isOn": true, "requiresSignature": false, %s "controls": [%s]}}
        """
            .formatted(
                NAME,
                bootstrapServers,
                more,
                devices.stream().map(this::entry).collect(Collectors.joining(",\n ")),
                tuning,
                devices.stream().map(StandInNode::bounds).collect(Collectors.joining(",\n "))));
  }

  private String entry(StandInFolder.Device device) {
    String settings =
        switch (device.kind()) {
          case NVIDIA -> "";
          case AMD ->
              "\"address\": \"0000:0%d:00.0\", \"sysfs\": \"%s\""
                  .formatted(3 + number(device), folder.sysfs());
          case POWERCAP ->
              "\"zone\": \"package-%d\", \"sysfs\": \"%s\""
                  .formatted(number(device), folder.sysfs());
        };
    return "{\"uuid\": \"%s\", \"kind\": \"%s\", \"settings\": {%s}}"
        .formatted(device.uuid(), device.kind().label(), settings);
  }

  /** How many of its kind are before it. */
  private int number(StandInFolder.Device device) {
    return devices.stream().filter(each -> each.kind() == device.kind()).toList().indexOf(device);
  }

  private static String bounds(StandInFolder.Device device) {
    return switch (device.kind()) {
      case NVIDIA ->
          bound(device, "core.clock", "210MHz", "1755MHz")
              + ", "
              + bound(device, "memory.clock", "1593MHz", "2619MHz");
      case AMD ->
          bound(device, "core.clock", "300MHz", "1725MHz")
              + ", "
              + bound(device, "memory.clock", "350MHz", "1000MHz");
      case POWERCAP -> bound(device, "power.limit", "50W", "246W");
    };
  }

  private static String bound(
      StandInFolder.Device device, String tunable, String lowest, String highest) {
    return "{\"device\": \"%s\", \"tunable\": \"%s\", \"lowest\": \"%s\", \"highest\": \"%s\"}"
        .formatted(device.uuid(), tunable, lowest, highest);
  }

  Path file() {
    return path.resolve("node.json");
  }

  Path socket() {
    return path.resolve("state/activities.sock");
  }

  StandInFolder folder() {
    return folder;
  }

  /** Starts a part by a command of ours; what it is called is the first word. */
  Part command(String... arguments) throws IOException {
    return begin(arguments[0], WattuneCommand.class, List.of(arguments));
  }

  /** Starts the agent, and waits until it can be talked to. */
  void startAgent() throws IOException {
    Part agent = command("agent", "--listen", "off", file().toString());
    until(() -> agent.hasSaid("takes activities"));
  }

  /** Starts the writer, a guardian where none runs, and waits until decisions are obeyed. */
  void startWriter() throws IOException {
    Part guardian = parts.get("guardian");
    if (guardian == null || !guardian.isAlive()) {
      command("guardian", file().toString());
    }
    Part writer = command("writer", file().toString());
    until(() -> writer.hasSaid("tuning may begin") && writer.hasSaid("decisions are read"));
  }

  /** A load program on the first device of a kind. */
  Part load(StandInKind kind, String mode, String phases, String... more) throws IOException {
    return load(device(kind), mode, phases, more);
  }

  /** A load program on a device; {@code load-<place>}. */
  Part load(StandInFolder.Device device, String mode, String phases, String... more)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--page",
                folder.page().toString(),
                "--device",
                Integer.toString(device.place()),
                "--mode",
                mode,
                "--name",
                "train-" + device.kind().label(),
                "--phases",
                phases));
    arguments.addAll(List.of(more));
    return begin("load-" + device.place(), LoadProgram.class, arguments);
  }

  private Part begin(String name, Class<?> main, List<String> arguments) throws IOException {
    Part old = parts.get(name);
    if (old != null) {
      old.kill();
    }
    Part part =
        Part.start(
            main,
            path.resolve("log").resolve(name + "-" + System.nanoTime() + ".log"),
            Map.of("LD_LIBRARY_PATH", folder.path().toString()),
            arguments);
    parts.put(name, part);
    return part;
  }

  /** Kills parts as {@code kill -9} does, all at once. */
  void kill(String... names) {
    for (String name : names) {
      parts.get(name).kill();
    }
  }

  Part part(String name) {
    return parts.get(name);
  }

  /** Devices by kind, in the order of {@link StandInKind}. */
  List<StandInFolder.Device> devices() {
    return List.copyOf(devices);
  }

  /** The first device of a kind. */
  StandInFolder.Device device(StandInKind kind) {
    return devices.stream().filter(each -> each.kind() == kind).findFirst().orElseThrow();
  }

  /** Its id in the product. */
  String id(StandInKind kind) {
    return id(device(kind));
  }

  String id(StandInFolder.Device device) {
    return NAME + "/" + device.uuid();
  }

  Registers registers(StandInKind kind) throws IOException {
    return registers(device(kind));
  }

  Registers registers(StandInFolder.Device device) throws IOException {
    return folder.registers(device);
  }

  /** What a device had when it was new. */
  Registers own(StandInFolder.Device device) throws IOException {
    return folder.own(device);
  }

  /** Whether every register has what it had when the device was new. */
  boolean areAllAtOwn() throws IOException {
    for (StandInFolder.Device device : devices) {
      if (!isAtOwn(device)) {
        return false;
      }
    }
    return true;
  }

  /** Whether each register of a device has what it had when the device was new. */
  boolean isAtOwn(StandInFolder.Device device) throws IOException {
    return folder.registers(device).equals(folder.own(device));
  }

  DeviceTruth truth(StandInKind kind) throws IOException {
    return truth(device(kind));
  }

  DeviceTruth truth(StandInFolder.Device device) throws IOException {
    return folder.truth(device);
  }

  TruthTable truthTable() throws IOException {
    return TruthTable.read(folder);
  }

  /** What all parts have said, for a test that fails. */
  String said() {
    return parts.entrySet().stream()
        .filter(part -> !part.getKey().equals("hardware"))
        .map(
            part -> {
              try {
                return "--- " + part.getKey() + "\n" + part.getValue().said();
              } catch (IOException e) {
                return part.getKey() + ": " + e;
              }
            })
        .collect(Collectors.joining("\n"));
  }

  /** Waits; a failure says what the parts have said. */
  void until(java.util.concurrent.Callable<Boolean> condition) {
    until(PATIENCE, condition);
  }

  void until(Duration limit, java.util.concurrent.Callable<Boolean> condition) {
    until(limit, Duration.ofMillis(20), condition);
  }

  void until(Duration limit, Duration interval, java.util.concurrent.Callable<Boolean> condition) {
    try {
      await().atMost(limit).pollInterval(interval).until(condition);
    } catch (org.awaitility.core.ConditionTimeoutException e) {
      throw new AssertionError(e.getMessage() + "\n" + said(), e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    for (Part part : parts.values()) {
      part.close();
    }
  }
}
