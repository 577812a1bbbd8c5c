package io.wattune.launcher.up;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.schemas.signature.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The files of the simulated nodes, one for each, as an admin would write them. Writing them again
 * for the same options gives the same files, but for the run's key, so that a kept folder can be
 * gone on with.
 */
final class FleetFiles {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int NODES_PER_RACK = 2;

  private final Path folder;
  private final UpOptions options;
  private final List<SimulatedTunables.Bounds> bounds;
  private final SigningKey key;

  FleetFiles(
      Path folder, UpOptions options, List<SimulatedTunables.Bounds> bounds, SigningKey key) {
    this.folder = folder;
    this.options = options;
    this.bounds = bounds;
    this.key = key;
  }

  /** Writes the files; returns their paths, in the order of the nodes. */
  List<Path> write(String bootstrapServers) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int node = 1; node <= options.nodes(); node++) {
      String name = String.format(Locale.ROOT, "node-%03d", node);
      Path home = Files.createDirectories(folder.resolve(name));
      Files.createDirectories(home.resolve("state"));
      Path file = home.resolve("node.json");
      new ObjectMapper()
          .writerWithDefaultPrettyPrinter()
          .writeValue(file.toFile(), node(name, node, bootstrapServers));
      files.add(file);
    }
    return files;
  }

  private ObjectNode node(String name, int number, String bootstrapServers) {
    ObjectNode node = JSON.objectNode();
    node.put("node", name);
    node.put("rack", "rack-" + (1 + (number - 1) / NODES_PER_RACK));
    node.put("stateFolder", "state");
    node.put("bootstrapServers", bootstrapServers);
    node.putObject("activities").put("isOn", false); // Thousands of nodes may be in one process.
    for (int gpu = 0; gpu < options.gpusPerNode(); gpu++) {
      node.withArray("/devices").add(device(number, gpu));
    }
    if (!bounds.isEmpty()) {
      ObjectNode tuning = node.putObject("tuning");
      tuning.put("isOn", true);
      tuning.withArray("/keys").addObject().put("id", key.id()).put("publicKey", key.publicKey());
      for (SimulatedTunables.Bounds each : bounds) {
        tuning
            .withArray("/controls")
            .addObject()
            .put("device", "*")
            .put("tunable", each.tunable())
            .put("lowest", each.lowest())
            .put("highest", each.highest());
      }
    }
    return node;
  }

  private ObjectNode device(int node, int gpu) {
    String uuid = String.format(Locale.ROOT, "SIM-%03d-%02d", node, gpu);
    ObjectNode device = JSON.objectNode();
    device.put("uuid", uuid);
    device.put("kind", "simulated");
    ObjectNode settings = device.putObject("settings");
    settings.put("registers", uuid + ".registers");
    settings.put("gpu", options.gpu());
    settings.put("workload", options.workload());
    // Every GPU has a seed of its own, and the same one in every run with the same seed.
    settings.put("seed", Long.toString(options.seed() * 1_000_003L + node * 1009L + gpu));
    settings.put(
        "pollHertz", Long.toString(Math.max(1, Math.round(1e9 / options.poll().toNanos()))));
    return device;
  }
}
