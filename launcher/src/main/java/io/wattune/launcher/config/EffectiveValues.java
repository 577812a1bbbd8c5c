package io.wattune.launcher.config;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What holds: key, value and where the value comes from, in columns. */
final class EffectiveValues {
  /** A value that is longer moves its origin to the right. */
  private static final String LINE = "%-32s %-28s %s%n";

  private EffectiveValues() {}

  static String text(
      Catalogue catalogue, ConfiguredValues configuration, List<CommandSpec> commands) {
    var text = new StringBuilder(LINE.formatted("key", "value", "from"));
    for (CommandSpec command : commands) {
      for (OptionSpec option : command.options()) {
        List<ConfigKey> settings = catalogue.of(command, option);
        if (!settings.isEmpty()) {
          ConfigKey own = settings.get(0);
          Optional<GivenValue> given = configuration.given(command, option);
          text.append(
              LINE.formatted(
                  own.key(),
                  given.map(GivenValue::text).map(EffectiveValues::masked).orElse(own.initial()),
                  given.map(each -> origin(each, own)).orElse("default")));
        }
      }
    }
    return text.toString();
  }

  private static String origin(GivenValue given, ConfigKey own) {
    boolean isElsewhere = given.setting().isCommon() && !given.setting().equals(own);
    return given.place() + (isElsewhere ? " (" + given.setting().key() + ")" : "");
  }

  /** User and password of an address are nobody's business, also where it is wrong. */
  static String masked(String text) {
    return text.replaceAll("://[^']*@", "://***@");
  }
}
