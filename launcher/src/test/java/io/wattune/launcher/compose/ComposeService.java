package io.wattune.launcher.compose;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One service of docker-compose.yml.
 *
 * @param keys what it says, merged with what it shares with others
 */
record ComposeService(
    String name,
    String image,
    List<String> command,
    Map<String, String> environment,
    List<String> ports,
    List<Mount> mounts,
    List<String> secrets,
    Map<String, String> dependsOn,
    Map<String, Object> keys) {

  /** A folder, a file or a volume inside the container. */
  record Mount(String source, String target, boolean readOnly) {
    static Mount parse(String text) {
      String[] parts = text.split(":", -1);
      return new Mount(parts[0], parts[1], parts.length > 2 && parts[2].equals("ro"));
    }

    /** Whether it is a volume that Docker keeps, not a path of this machine. */
    boolean isVolume() {
      return !source.startsWith(".") && !source.startsWith("/");
    }
  }

  static ComposeService of(String name, Map<String, Object> keys) {
    Map<String, String> environment = new LinkedHashMap<>();
    ComposeFile.map(keys.get("environment"))
        .forEach((key, value) -> environment.put(key, String.valueOf(value)));
    Map<String, String> dependsOn = new LinkedHashMap<>();
    ComposeFile.map(keys.get("depends_on"))
        .forEach(
            (other, how) ->
                dependsOn.put(other, String.valueOf(ComposeFile.map(how).get("condition"))));
    return new ComposeService(
        name,
        String.valueOf(keys.get("image")),
        list(keys.get("command")),
        environment,
        list(keys.get("ports")),
        list(keys.get("volumes")).stream().map(Mount::parse).toList(),
        list(keys.get("secrets")),
        dependsOn,
        keys);
  }

  /** Whether it runs a command of Wattune: built here, and started by the image's entry point. */
  boolean isPart() {
    return keys.containsKey("build") && !keys.containsKey("entrypoint");
  }

  /** Whether it runs a process that sets or restores, on the class path of those. */
  boolean isPrivileged() {
    return list(keys.get("entrypoint")).contains("@/opt/wattune/setter-class-path.args");
  }

  /** Whether its image is the one that is built here. */
  boolean isOurs() {
    return keys.containsKey("build");
  }

  /** Only with one of these it is started; with none, always. */
  List<String> profiles() {
    return list(keys.get("profiles"));
  }

  /** The environment that Wattune reads. */
  Map<String, String> wattuneEnvironment() {
    return environment.entrySet().stream()
        .filter(each -> each.getKey().startsWith("WATTUNE_"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** The networks that it is in; none where it has no network at all. */
  Set<String> networks() {
    if (keys.containsKey("network_mode")) {
      return Set.of();
    }
    return keys.containsKey("networks")
        ? Set.copyOf(list(keys.get("networks")))
        : Set.of("default");
  }

  Map<String, Object> healthcheck() {
    return ComposeFile.map(keys.get("healthcheck"));
  }

  static List<String> list(Object value) {
    return value == null ? List.of() : ((List<?>) value).stream().map(String::valueOf).toList();
  }
}
