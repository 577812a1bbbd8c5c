package io.wattune.launcher.config;

import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.CommonKey;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * All that a file or the environment may give, read from the commands themselves: their options are
 * the one table.
 */
final class Catalogue {
  private final Map<String, ConfigKey> byKey = new LinkedHashMap<>();
  private final Map<String, ConfigKey> byVariable = new TreeMap<>();

  private Catalogue() {}

  /** The settings of a command line's commands; common ones first. */
  static Catalogue of(CommandLine root) {
    var common = new TreeMap<String, ConfigKey>();
    var own = new ArrayList<ConfigKey>();
    for (Map.Entry<String, CommandLine> each : root.getSubcommands().entrySet()) {
      CommandSpec command = each.getValue().getCommandSpec();
      for (OptionSpec option : command.options()) {
        commonKey(option)
            .ifPresent(key -> common.merge(key, shared(key, command, option), Catalogue::both));
        if (hasOwnKey(command, option)) {
          String key = ownKey(command.name(), option);
          own.add(new ConfigKey(key, false, List.of(command.name()), command, option));
        }
      }
    }
    var catalogue = new Catalogue();
    common.values().forEach(catalogue::add);
    own.forEach(catalogue::add);
    return catalogue;
  }

  private void add(ConfigKey setting) {
    ConfigKey sameKey = byKey.put(setting.key(), setting);
    ConfigKey sameVariable = byVariable.put(setting.variable(), setting);
    if (sameKey != null || sameVariable != null) {
      throw new IllegalStateException(
          "two options have the key " + setting.key() + " or the variable " + setting.variable());
    }
  }

  private static ConfigKey shared(String key, CommandSpec command, OptionSpec option) {
    return new ConfigKey(key, true, List.of(command.name()), command, option);
  }

  private static ConfigKey both(ConfigKey one, ConfigKey other) {
    var parts = new ArrayList<>(one.parts());
    parts.addAll(other.parts());
    return new ConfigKey(one.key(), true, parts, one.command(), one.option());
  }

  private static Optional<String> commonKey(OptionSpec option) {
    return option.userObject() instanceof AnnotatedElement annotated
        ? Optional.ofNullable(annotated.getAnnotation(CommonKey.class)).map(CommonKey::value)
        : Optional.empty();
  }

  private static boolean hasOwnKey(CommandSpec command, OptionSpec option) {
    boolean isForNow =
        command.userObject().getClass().isAnnotationPresent(CommandLineOnly.class)
            || !(option.userObject() instanceof AnnotatedElement annotated)
            || annotated.isAnnotationPresent(CommandLineOnly.class);
    return !isForNow && !option.usageHelp() && !option.versionHelp();
  }

  private static String ownKey(String command, OptionSpec option) {
    return command + "." + option.longestName().replaceFirst("^-+", "");
  }

  Collection<ConfigKey> settings() {
    return byKey.values();
  }

  /** What gives a command's option its value, the strongest first. */
  List<ConfigKey> of(CommandSpec command, OptionSpec option) {
    return Stream.concat(
            hasOwnKey(command, option)
                ? Stream.of(ownKey(command.name(), option))
                : Stream.<String>empty(),
            commonKey(option).stream())
        .map(byKey::get)
        .flatMap(Stream::ofNullable)
        .toList();
  }

  /** Whether a file or the environment may give this command anything. */
  boolean isConfigurable(CommandSpec command) {
    return command.options().stream().anyMatch(option -> !of(command, option).isEmpty());
  }

  Optional<ConfigKey> byKey(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  Optional<ConfigKey> byVariable(String variable) {
    return Optional.ofNullable(byVariable.get(variable));
  }

  List<String> keys() {
    return List.copyOf(byKey.keySet());
  }

  List<String> variables() {
    return List.copyOf(byVariable.keySet());
  }
}
