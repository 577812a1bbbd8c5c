package io.wattune.launcher.compose;

import io.wattune.testkit.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What docker-compose.yml says, as Docker would read it with an empty environment of its own. */
final class ComposeFile {
  /** {@code ${NAME:-otherwise}}; a doubled dollar is one. */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\$|\\$\\{(\\w+)(?::-([^}]*))?}");

  private final Map<String, ComposeService> services = new TreeMap<>();
  private final Map<String, Path> secrets = new TreeMap<>();
  private final List<String> volumes;
  private final List<String> networks;

  private ComposeFile(Map<String, Object> file) {
    map(file.get("services"))
        .forEach((name, service) -> services.put(name, ComposeService.of(name, map(service))));
    map(file.get("secrets"))
        .forEach(
            (name, secret) ->
                secrets.put(
                    name,
                    Repository.root()
                        .resolve(String.valueOf(map(secret).get("file")))
                        .normalize()));
    volumes = List.copyOf(map(file.get("volumes")).keySet());
    networks = List.copyOf(map(file.get("networks")).keySet());
  }

  /** The file of the repository. */
  static ComposeFile read() {
    return of(text());
  }

  static String text() {
    try {
      return Files.readString(Repository.root().resolve("docker-compose.yml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ComposeFile of(String text) {
    Object file = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    return new ComposeFile(map(interpolated(file)));
  }

  Map<String, ComposeService> services() {
    return services;
  }

  ComposeService service(String name) {
    ComposeService service = services.get(name);
    if (service == null) {
      throw new IllegalArgumentException("docker-compose.yml has no service " + name);
    }
    return service;
  }

  /** Services that are a command of Wattune. */
  List<ComposeService> parts() {
    return services.values().stream().filter(ComposeService::isPart).toList();
  }

  /** Those that {@code up} starts: the others are of a profile, which must be asked for. */
  List<ComposeService> usualParts() {
    return parts().stream().filter(part -> part.profiles().isEmpty()).toList();
  }

  /** Files of the secrets, by name. */
  Map<String, Path> secrets() {
    return secrets;
  }

  /** Volumes that are declared. */
  List<String> volumes() {
    return volumes;
  }

  /** Networks that are declared, besides the one that Docker makes. */
  List<String> networks() {
    return networks;
  }

  private static Object interpolated(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> all = new LinkedHashMap<>();
      map.forEach((key, each) -> all.put(String.valueOf(key), interpolated(each)));
      return all;
    }
    if (value instanceof List<?> list) {
      List<Object> all = new ArrayList<>();
      list.forEach(each -> all.add(interpolated(each)));
      return all;
    }
    return value instanceof String text
        ? VARIABLE.matcher(text).replaceAll(ComposeFile::valueOf)
        : value;
  }

  private static String valueOf(MatchResult variable) {
    String otherwise = variable.group(2) == null ? "" : variable.group(2);
    return Matcher.quoteReplacement(variable.group().equals("$$") ? "$" : otherwise);
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }
}
