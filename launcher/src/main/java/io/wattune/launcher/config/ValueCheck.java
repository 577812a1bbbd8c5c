package io.wattune.launcher.config;

import io.wattune.launcher.option.Range;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Holds a value against its option as picocli itself would read it from the command line, so that
 * one and the same text is right or wrong in all three places.
 */
final class ValueCheck {
  /** How picocli begins: it names the option, where a file or a variable is meant. */
  private static final Pattern BEGINNING =
      Pattern.compile("^Invalid value for option '[^']*'(?: \\([^)]*\\))?: ");

  private ValueCheck() {}

  /** What is wrong with a value, without a subject; empty when it will do. */
  static Optional<String> problem(ConfigKey setting, String text) {
    OptionSpec original = setting.option();
    // A copy keeps its value to itself: the command's own object stays as it is.
    OptionSpec option =
        OptionSpec.builder(original.longestName())
            .type(original.type())
            .auxiliaryTypes(original.auxiliaryTypes())
            .converters(original.converters())
            .arity("1")
            .splitRegex(original.splitRegex())
            .paramLabel(original.paramLabel())
            .build();
    CommandSpec alone = CommandSpec.create().addOption(option);
    alone.parser().caseInsensitiveEnumValuesAllowed(true);
    try {
      new CommandLine(alone).parseArgs(original.longestName() + "=" + text);
    } catch (ParameterException e) {
      String message = BEGINNING.matcher(String.valueOf(e.getMessage())).replaceFirst("");
      return Optional.of("is wrong: " + message.strip().replaceAll("\\s*\\R\\s*", " "));
    }
    return Range.of(original).flatMap(range -> range.problem(option.getValue(), text));
  }
}
