package io.wattune.launcher.compose;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.testkit.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What Docker, or a part, would find wrong with docker-compose.yml, as far as a look can tell. */
final class ComposeCheck {
  /** Three numbers at least: such a tag does not move. */
  private static final Pattern PINNED = Pattern.compile("[\\w./-]+:\\d+\\.\\d+\\.\\d+[\\w.-]*");

  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+):(\\d+)");
  private static final Pattern SECRET = Pattern.compile("/run/secrets/([\\w-]+)");
  private static final Pattern ADDRESS = Pattern.compile("\\b([a-z][a-z0-9-]*):(\\d{2,5})\\b");
  private static final Pattern ASKED = Pattern.compile("\\$([A-Z][A-Z_]+)");

  /** Ports of the services that are not ours, which others may be told. */
  private static final Map<String, Set<Integer>> PORTS =
      Map.of(
          "kafka",
          Set.of(9092, 9093),
          "influxdb",
          Set.of(8086),
          "jobmanager",
          Set.of(8081),
          "grafana",
          Set.of(3000));

  private final ComposeFile file;
  private final List<String> problems = new ArrayList<>();
  private final Set<String> hostPorts = new HashSet<>();
  private final Set<String> usedVolumes = new HashSet<>();
  private final Set<String> usedSecrets = new HashSet<>();

  private ComposeCheck(ComposeFile file) {
    this.file = file;
  }

  static List<String> of(ComposeFile file) {
    var check = new ComposeCheck(file);
    file.services().values().forEach(check::service);
    file.parts().forEach(check::part);
    check.unused();
    return check.problems;
  }

  private void service(ComposeService service) {
    String name = service.name();
    rights(service);
    if (!PINNED.matcher(service.image()).matches()) {
      problems.add(name + ": image " + service.image() + " is not an exact version");
    }
    for (String key : List.of("restart", "mem_limit")) {
      if (!service.keys().containsKey(key)) {
        problems.add(name + ": has no " + key);
      }
    }
    service.ports().forEach(port -> port(name, port));
    service.mounts().forEach(mount -> mount(name, mount));
    secrets(service);
    health(service);
    service.dependsOn().forEach((other, how) -> dependency(name, other, how));
    addresses(service);
  }

  /** What an image does with its capabilities nobody here has written: it gets those it needs. */
  private void rights(ComposeService service) {
    if (!ComposeService.list(service.keys().get("cap_drop")).equals(List.of("ALL"))) {
      problems.add(service.name() + ": does not drop all capabilities");
    }
    if (!ComposeService.list(service.keys().get("security_opt"))
        .contains("no-new-privileges:true")) {
      problems.add(service.name() + ": may gain privileges");
    }
    if (service.isOurs() && !Boolean.TRUE.equals(service.keys().get("read_only"))) {
      problems.add(service.name() + ": may write in its image");
    }
    for (String network : service.networks()) {
      if (!network.equals("default") && !file.networks().contains(network)) {
        problems.add(service.name() + ": network " + network + " is not declared");
      }
    }
  }

  private void port(String name, String port) {
    Matcher parts = PORT.matcher(port);
    if (!parts.matches()) {
      problems.add(name + ": port " + port + " is not on the loopback interface");
    } else if (!hostPorts.add(parts.group(1))) {
      problems.add(name + ": port " + parts.group(1) + " is another service's");
    }
  }

  private void mount(String name, ComposeService.Mount mount) {
    if (mount.isVolume()) {
      usedVolumes.add(mount.source());
      if (!file.volumes().contains(mount.source())) {
        problems.add(name + ": volume " + mount.source() + " is not declared");
      }
    } else if (!Files.exists(Repository.root().resolve(mount.source()))) {
      problems.add(name + ": there is no " + mount.source());
    } else if (!mount.readOnly()) {
      problems.add(name + ": " + mount.source() + " of the repository is not mounted read-only");
    }
  }

  private void secrets(ComposeService service) {
    for (String secret : service.secrets()) {
      usedSecrets.add(secret);
      Path path = file.secrets().get(secret);
      if (path == null || !Files.isRegularFile(path)) {
        problems.add(service.name() + ": secret " + secret + " has no file");
      }
    }
    values(service)
        .forEach(
            value -> {
              Matcher secret = SECRET.matcher(value);
              while (secret.find()) {
                if (!service.secrets().contains(secret.group(1))) {
                  problems.add(service.name() + ": is not given the secret " + secret.group(1));
                }
              }
            });
  }

  private static Stream<String> values(ComposeService service) {
    return Stream.concat(service.command().stream(), service.environment().values().stream());
  }

  private void health(ComposeService service) {
    Map<String, Object> health = service.healthcheck();
    boolean doesNothing = ComposeService.list(service.keys().get("entrypoint")).contains("sleep");
    if (!runsOnce(service)
        && !doesNothing
        && !service.isPrivileged() // Writer and guardian, which watch it, tell.
        && ComposeService.list(health.get("test")).size() < 2) {
      problems.add(service.name() + ": has no health check");
    }
  }

  private static boolean runsOnce(ComposeService service) {
    return "no".equals(service.keys().get("restart"));
  }

  private void dependency(String name, String other, String how) {
    ComposeService needed = file.services().get(other);
    if (needed == null) {
      problems.add(name + ": depends on " + other + ", which is not there");
    } else if (!isStartedWith(needed, file.service(name))) {
      problems.add(name + ": depends on " + other + ", which is of a profile");
    } else if (how.equals("service_healthy") && !needed.healthcheck().containsKey("test")) {
      problems.add(name + ": waits for the health of " + other + ", which has no check");
    }
  }

  /** Whatever profile one is asked for by. */
  private static boolean isStartedWith(ComposeService needed, ComposeService service) {
    return needed.profiles().isEmpty()
        || !service.profiles().isEmpty() && needed.profiles().containsAll(service.profiles());
  }

  /** Whoever is told a service is told one that is there, and a port on which it listens. */
  private void addresses(ComposeService service) {
    values(service)
        .filter(value -> !value.contains("://") || value.contains("http://"))
        .forEach(
            value -> {
              Matcher address = ADDRESS.matcher(value);
              while (address.find()) {
                ComposeService told = file.services().get(address.group(1));
                int port = Integer.parseInt(address.group(2));
                if (told == null) {
                  problems.add(service.name() + ": there is no service " + address.group());
                } else if (!listens(told, port)) {
                  problems.add(service.name() + ": nothing listens on " + address.group());
                } else if (!told.equals(service)
                    && Collections.disjoint(told.networks(), service.networks())) {
                  problems.add(service.name() + ": is in no network with " + address.group());
                }
              }
            });
  }

  private static boolean listens(ComposeService service, int port) {
    return service.isPart()
        ? ComposePart.listenPort(service) == port
        : PORTS.getOrDefault(service.name(), Set.of()).contains(port);
  }

  private void part(ComposeService service) {
    ComposePart.problems(service).forEach(problem -> problems.add(service.name() + ": " + problem));
    int listenPort = ComposePart.listenPort(service);
    if (!ComposePart.hasServer(service)) {
      String file = service.environment().getOrDefault("HEALTH_FILE", "");
      if (!runsOnce(service)
          && service.mounts().stream()
              .map(mount -> new NodeFolder(Path.of(mount.target())))
              .noneMatch(folder -> Path.of(file).equals(ComposePart.statusFile(service, folder)))) {
        problems.add(service.name() + ": HEALTH_FILE is not where it reports");
      }
    } else if (!service.environment().getOrDefault("HEALTH_PORT", "").equals("" + listenPort)) {
      problems.add(service.name() + ": HEALTH_PORT is not the port on which it listens");
    }
    for (String port : service.ports()) {
      if (!port.endsWith(":" + listenPort)) {
        problems.add(service.name() + ": publishes " + port + ", on which it does not listen");
      }
    }
    Object processes = service.keys().get("pid");
    boolean readsTheMachines =
        "host".equals(processes)
            && ComposePart.name(service).equals("agent")
            && !service.profiles().isEmpty();
    if (processes != null && !readsTheMachines) {
      String owner = processes.toString().replace("service:", "");
      ComposeService other = file.services().get(owner);
      if (other == null || other.isPart() || !service.dependsOn().containsKey(owner)) {
        problems.add(service.name() + ": shares processes with " + owner);
      }
    }
  }

  private void unused() {
    file.volumes().stream()
        .filter(volume -> !usedVolumes.contains(volume))
        .forEach(volume -> problems.add("nobody uses the volume " + volume));
    file.secrets().keySet().stream()
        .filter(secret -> !usedSecrets.contains(secret))
        .forEach(secret -> problems.add("nobody uses the secret " + secret));
  }

  /** Variables that a text asks for as {@code $NAME}, and that the service does not have. */
  static List<String> unanswered(String text, ComposeService service) {
    Map<String, String> given = new HashMap<>(service.environment());
    return ASKED
        .matcher(text)
        .results()
        .map(result -> result.group(1))
        .filter(name -> !given.containsKey(name))
        .toList();
  }
}
