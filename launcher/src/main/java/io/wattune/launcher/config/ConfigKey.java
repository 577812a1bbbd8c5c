package io.wattune.launcher.config;

import io.wattune.launcher.option.Range;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
  private static final Pattern DEFAULT = Pattern.compile(";? ?default: (.*)$");

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

  /** The type, for people. */
  String typeWords() {
    Class<?> type = option.typeInfo().isMultiValue() ? itemType() : option.type();
    String words;
    if (type == int.class || type == long.class || type == Integer.class) {
      words = "whole number";
    } else if (type == double.class) {
      words = "number";
    } else if (type == boolean.class) {
      words = "true or false";
    } else if (type == Duration.class) {
      words = "duration";
    } else if (type.isEnum()) {
      words = words(type);
    } else if (isPath()) {
      words = "path";
    } else {
      words = option.paramLabel();
    }
    return option.typeInfo().isMultiValue() ? "list of " + words : words;
  }

  private Class<?> itemType() {
    return option.auxiliaryTypes()[0];
  }

  private static String words(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(each -> each.toString().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  /** The unit of a number; of a duration it stands in the value. */
  String unit() {
    return Range.of(option).map(Range::unit).orElse("");
  }

  String rangeWords() {
    return Range.of(option).map(Range::words).orElse("");
  }

  /** What the option means, without its default. */
  String meaning() {
    return DEFAULT.matcher(description()).replaceFirst("");
  }

  /** What holds when nobody gives it, for people. */
  String initial() {
    if (option.defaultValue() != null) {
      return option.defaultValue();
    }
    var named = DEFAULT.matcher(description());
    return named.find() ? named.group(1) : option.arity().max() == 0 ? "false" : "not set";
  }

  private String description() {
    return String.join(" ", option.description());
  }
}
