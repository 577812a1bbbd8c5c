package io.wattune.launcher.compose;

import io.wattune.testkit.FixedPort;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What stands for what when the parts of docker-compose.yml run without Docker. This table is all
 * that differs from what Docker would start:
 *
 * <table>
 *   <caption>Substitutes</caption>
 *   <tr><td>{@code kafka:9092}</td><td>the embedded broker</td></tr>
 *   <tr><td>{@code jobmanager:8081}</td><td>a Flink cluster of two processes</td></tr>
 *   <tr><td>{@code http://influxdb:8086}</td><td>the embedded store</td></tr>
 *   <tr><td>a variable {@code ..._STORE_KIND} that is {@code influxdb}</td><td>{@code questdb}</td></tr>
 *   <tr><td>{@code SERVICE:PORT} of a part, its {@code 0.0.0.0:PORT} and its {@code HEALTH_PORT}</td>
 *     <td>a free port of this machine: here all share one network</td></tr>
 *   <tr><td>{@code /run/secrets/NAME}</td><td>the file of the secret</td></tr>
 *   <tr><td>where a volume or a file is mounted</td><td>a temporary folder; a copy of the file with
 *     these substitutes</td></tr>
 *   <tr><td>{@code java}, the class path</td><td>those of this test, and the first of its two compilers</td></tr>
 * </table>
 */
final class Substitutes {
  private final ComposeFile file;
  private final Path folder;
  private final Map<String, String> shared = new LinkedHashMap<>();
  private final Map<String, Integer> ports = new TreeMap<>();

  Substitutes(ComposeFile file, Path folder, Map<String, String> servers) throws IOException {
    this.file = file;
    this.folder = folder;
    shared.putAll(servers);
    for (ComposeService part : file.usualParts()) {
      int port = FixedPort.find();
      ports.put(part.name(), port);
      int told = ComposePart.listenPort(part);
      if (told != 0) {
        shared.put(part.name() + ":" + told, "127.0.0.1:" + port);
      }
    }
    for (Map.Entry<String, Path> secret : file.secrets().entrySet()) {
      shared.put("/run/secrets/" + secret.getKey(), closed(secret.getValue()).toString());
    }
  }

  /** Where a secret lies here. */
  Path secret(String name) {
    return folder.resolve("secrets").resolve(file.secrets().get(name).getFileName());
  }

  /** A secret as its owner alone may read it; in a container its mount is read-only. */
  private Path closed(Path secret) throws IOException {
    Path folderOfSecrets = Files.createDirectories(folder.resolve("secrets"));
    Path copy = folderOfSecrets.resolve(secret.getFileName());
    Files.copy(secret, copy, StandardCopyOption.REPLACE_EXISTING);
    return Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
  }

  /** The port on which a part listens here. */
  int port(ComposeService part) {
    return ports.get(part.name());
  }

  /** Where a volume lies here. */
  Path volume(String name) {
    return folder.resolve("volumes").resolve(name);
  }

  /** A text of a part's command or environment. */
  String in(ComposeService part, String text) {
    Map<String, String> own = new TreeMap<>(LONGEST_FIRST);
    own.putAll(shared);
    if (ComposePart.hasServer(part)) {
      own.put("0.0.0.0:" + ComposePart.listenPort(part), "0.0.0.0:" + port(part));
    }
    part.mounts().forEach(mount -> own.put(mount.target(), here(part, mount).toString()));
    String result = text;
    for (Map.Entry<String, String> each : own.entrySet()) {
      result = result.replace(each.getKey(), each.getValue());
    }
    return result;
  }

  /** The environment of a part, and nothing of this process's own. */
  Map<String, String> environment(ComposeService part) {
    Map<String, String> environment = new TreeMap<>();
    part.environment()
        .forEach(
            (name, value) -> {
              boolean isKind = name.endsWith("_STORE_KIND") && value.equals("influxdb");
              environment.put(name, isKind ? "questdb" : in(part, value));
            });
    if (ComposePart.hasServer(part)) {
      environment.put("HEALTH_PORT", Integer.toString(port(part)));
    }
    return environment;
  }

  /** Makes the folders and files that are mounted into a part. */
  void prepare(ComposeService part) throws IOException {
    for (ComposeService.Mount mount : part.mounts()) {
      Path here = here(part, mount);
      if (mount.isVolume()) {
        Files.createDirectories(here);
      } else {
        Files.createDirectories(here.getParent());
        Path source = Repository.root().resolve(mount.source());
        Files.writeString(here, in(part, Files.readString(source)));
      }
    }
  }

  private Path here(ComposeService part, ComposeService.Mount mount) {
    return mount.isVolume()
        ? volume(mount.source())
        : folder.resolve("files").resolve(part.name()).resolve(mount.source()).normalize();
  }

  private static final Comparator<String> LONGEST_FIRST =
      Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());
}
