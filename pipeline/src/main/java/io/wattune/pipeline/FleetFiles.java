package io.wattune.pipeline;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.schemas.signature.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The files of the simulated nodes, one for each, as an admin would write them. Writing them again
 * for the same options gives the same files, but for the controller's key, so that a kept folder
 * can be gone on with.
 */
final class FleetFiles {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int NODES_PER_RACK = 2;

  private final Path folder;
  private final UpOptions options;
  private final Gpus gpus;
  private final RunKeys keys;

  FleetFiles(Path folder, UpOptions options, Gpus gpus, RunKeys keys) {
    this.folder = folder;
    this.options = options;
    this.gpus = gpus;
    this.keys = keys;
  }

  /** Writes the files; returns their paths, in the order of the nodes. */
  List<Path> write(String bootstrapServers) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int node = 1; node <= options.nodes(); node++) {
      String name = String.format(Locale.ROOT, "node-%03d", node);
      Path nodeFolder = Files.createDirectories(folder.resolve(name));
      Files.createDirectories(nodeFolder.resolve("state"));
      Path file = nodeFolder.resolve("node.json");
      new ObjectMapper()
          .writerWithDefaultPrettyPrinter()
          .writeValue(file.toFile(), node(name, node, bootstrapServers));
      ownersOnly(nodeFolder);
      files.add(file);
    }
    return files;
  }

  /** Whatever the umask: a node's file is refused where its group could write it. */
  private static void ownersOnly(Path nodeFolder) throws IOException {
    if (nodeFolder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(nodeFolder, PosixFilePermissions.fromString("rwx------"));
      Files.setPosixFilePermissions(
          nodeFolder.resolve("node.json"), PosixFilePermissions.fromString("rw-------"));
    }
  }

  private ObjectNode node(String name, int number, String bootstrapServers) {
    ObjectNode node = JSON.objectNode();
    node.put("node", name);
    node.put("rack", "rack-" + (1 + (number - 1) / NODES_PER_RACK));
    node.put("stateFolder", "state");
    node.put("bootstrapServers", bootstrapServers);
    node.putObject("activities").put("isOn", gpus.takeActivities());
    for (int gpu = 0; gpu < options.gpusPerNode(); gpu++) {
      node.withArray("/devices").add(device(number, gpu));
    }
    ArrayNode work = JSON.arrayNode();
    for (int gpu = 0; gpu < options.gpusPerNode(); gpu++) {
      gpus.serve(number, gpu, work);
    }
    if (!work.isEmpty()) {
      node.set("work", work);
    }
    if (!gpus.bounds().isEmpty()) {
      ObjectNode tuning = node.putObject("tuning");
      tuning.put("isOn", true);
      for (SigningKey key : keys.all()) {
        tuning.withArray("/keys").addObject().put("id", key.id()).put("publicKey", key.publicKey());
      }
      for (Gpus.TunableBounds each : gpus.bounds()) {
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
    ObjectNode device = JSON.objectNode();
    device.put("uuid", gpus.uuid(node, gpu));
    gpus.describe(node, gpu, device);
    return device;
  }
}
