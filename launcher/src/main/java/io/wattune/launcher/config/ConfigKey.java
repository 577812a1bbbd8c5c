package io.wattune.launcher.config;

import io.wattune.launcher.option.Range;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What a file or the environment may give: a key, and the options that take its value.
 *
 * @param key as it stands in the file: {@code sinks.batch-points}
 * @param isCommon whether several parts may share it
 * @param parts names of the commands that have the option
 * @param command the first of them
 * @param option the option of that command: type, range and doc of a common key are the same in all
 */
record ConfigKey(
    String key, boolean isCommon, List<String> parts, CommandSpec command, OptionSpec option) {
  /** How a description says what holds without the option. */
  static final Pattern DEFAULT = Pattern.compile(";? ?default: (.*)$");

  private static final String PREFIX = "WATTUNE_";

  ConfigKey {
    parts = List.copyOf(parts);
  }

  /** The environment variable: {@code WATTUNE_SINKS_BATCH_POINTS}. */
  String variable() {
    return PREFIX + key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /** Whether a relative value means a place below the file's folder. */
  boolean isPath() {
    return option.type() == Path.class;
  }

  /** The unit of a number; of a duration it stands in the value. */
  String unit() {
    return Range.of(option).map(Range::unit).orElse("");
  }

  /** What holds when nobody gives it, for people. */
  String initial() {
    if (option.defaultValue() != null) {
      return option.defaultValue();
    }
    var named = DEFAULT.matcher(description());
    return named.find() ? named.group(1) : option.arity().max() == 0 ? "false" : "not set";
  }

  String description() {
    return String.join(" ", option.description());
  }
}
