package io.wattune.launcher.config;

import io.wattune.core.spelling.Spelling;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What file and environment say, read strictly: an unknown key or variable is an error, and all
 * problems are reported at once. The environment counts before the file, and within each a part's
 * own key before a common one.
 */
final class ConfiguredValues {
  /** Variable that names the file, where {@code --config} does not. */
  static final String FILE_VARIABLE = "WATTUNE_CONFIG";

  private static final String PREFIX = "WATTUNE_";

  /** Ours, too, but of no command: where tests find recorded data, and Compose its secrets. */
  private static final Set<String> OTHERS =
      Set.of(FILE_VARIABLE, "WATTUNE_DATA", "WATTUNE_SECRETS");

  private final Catalogue catalogue;
  private final Map<String, GivenValue> inFile = new HashMap<>();
  private final Map<String, GivenValue> inEnvironment = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  private ConfiguredValues(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * Reads all that there is.
   *
   * @param named the file that an option names; null for that of the environment, or none
   * @param environment the variables; empty ones count as not set
   */
  static ConfiguredValues read(
      Catalogue catalogue, @Nullable Path named, Map<String, String> environment) {
    var configuration = new ConfiguredValues(catalogue);
    String variable = environment.getOrDefault(FILE_VARIABLE, "");
    Path file = named == null && !variable.isEmpty() ? Path.of(variable) : named;
    if (file != null) {
      configuration.file(file);
    }
    configuration.environment(environment);
    return configuration;
  }

  private void file(Path file) {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    ConfigFile.read(file, problems)
        .forEach(
            (key, value) -> {
              String place = file + ", line " + value.line();
              Optional<ConfigKey> setting = catalogue.byKey(key);
              if (setting.isEmpty()) {
                problems.add(
                    place + ": unknown key '" + key + "'" + nearest(key, catalogue.keys()));
              } else if (value.text().isEmpty()) {
                problems.add(
                    place + ": " + key + " has no value; leave it out to have the default");
              } else {
                add(inFile, new GivenValue(setting.get(), in(folder, setting.get(), value), place));
              }
            });
  }

  private static String in(Path folder, ConfigKey setting, ConfigFile.Value value) {
    try {
      return setting.isPath() ? folder.resolve(value.text()).normalize().toString() : value.text();
    } catch (InvalidPathException e) {
      return value.text(); // What is wrong with it is said with all the rest.
    }
  }

  /** Whether these variables say anything of a command, or name a file that may. */
  static boolean isAnyIn(Map<String, String> environment) {
    return environment.containsKey(FILE_VARIABLE)
        || environment.keySet().stream().anyMatch(ConfiguredValues::isOfCommands);
  }

  private void environment(Map<String, String> environment) {
    new TreeMap<>(environment)
        .forEach(
            (name, text) -> {
              if (!isOfCommands(name)) {
                return;
              }
              Optional<ConfigKey> setting = catalogue.byVariable(name);
              if (setting.isEmpty()) {
                problems.add(
                    "unknown environment variable " + name + nearest(name, catalogue.variables()));
              } else if (!text.isEmpty()) {
                add(inEnvironment, new GivenValue(setting.get(), text, name));
              }
            });
  }

  private static boolean isOfCommands(String name) {
    return name.startsWith(PREFIX) && !OTHERS.contains(name);
  }

  private void add(Map<String, GivenValue> layer, GivenValue given) {
    Optional<String> problem = ValueCheck.problem(given.setting(), given.text());
    if (problem.isPresent()) {
      String key = layer == inFile ? ": " + given.setting().key() : "";
      problems.add(given.place() + key + " " + problem.get());
    } else {
      layer.put(given.setting().key(), given);
    }
  }

  private static String nearest(String word, List<String> known) {
    return "; did you mean " + Spelling.nearest(word, known) + "?";
  }

  /** What is wrong, one line each; the values concerned are left out. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** The value that counts for an option of a command, when the command line is silent. */
  Optional<GivenValue> given(CommandSpec command, OptionSpec option) {
    List<ConfigKey> settings = catalogue.of(command, option);
    return first(settings, inEnvironment).or(() -> first(settings, inFile));
  }

  private static Optional<GivenValue> first(
      List<ConfigKey> settings, Map<String, GivenValue> layer) {
    return settings.stream()
        .flatMap(setting -> Optional.ofNullable(layer.get(setting.key())).stream())
        .findFirst();
  }
}
