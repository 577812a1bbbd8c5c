package io.wattune.launcher.config;

import io.wattune.launcher.option.Range;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The text of docs/reference/configuration.md, from the settings as the parts know them. */
final class ConfigurationPage {
  private static final String HEAD =
      """
      # Configuration

      Generated from the commands. To refresh:
      `%s`

      A part takes the value of an option from, each stronger than the one before: its default, the
      file that `--config` or `WATTUNE_CONFIG` names, the environment, the command line. In file and
      environment a part's own key (`sinks.bootstrap`) counts before the common one
      (`kafka.bootstrap`). `wattune config PART` prints what holds and where it comes from;
      `wattune config --check FILE` says what is wrong with a file.

      The file is YAML; `sinks: {store: URL}` and `sinks.store: URL` are the same. A value is the text
      that stands there; a list is joined with commas; a relative path starts at the file's folder.
      One file may hold the values of all parts:

      ```yaml
      kafka:
        bootstrap: [kafka1:9092, kafka2:9092]
        replication-factor: 3
      store:
        url: http://influxdb:8086
        kind: influxdb
        token: influx.token     # a file beside this one
      control:
        policy: fine
      ```

      A key that is not listed here, a variable `WATTUNE_...` that is not listed here, and a value of
      the wrong type or out of its range are errors. All of them, of file, environment and command
      line, are told at once, with exit code 2, and nothing is started; that holds for the keys of
      other parts in the file, too. An empty variable counts as not set. On Kubernetes set
      `enableServiceLinks: false`: it would put variables of its own, such as
      `WATTUNE_DASHBOARD_PORT`, beside a service called `wattune-dashboard`.

      Durations are written like `500ms`, `90s`, `10m`, `2h` or `1d`. No value is a secret: secrets
      stand in files that a value names. What a node's agent, writer and guardian are told of their
      devices is in the node's file (node-file.md); JVM options are in `JAVA_OPTS`. `replay`, `hold`,
      `release`, `status` and `restore` are orders of a moment: of them only what is common can stand
      in file or environment, and of `replay` nothing.
      """;

  private final StringBuilder page = new StringBuilder();

  private ConfigurationPage() {}

  static String of(CommandLine root) {
    Catalogue catalogue = Catalogue.of(root);
    var page = new ConfigurationPage();
    page.page.append(HEAD.formatted(ConfigurationPageTest.REFRESH));
    page.section("Common keys", catalogue.settings().stream().filter(ConfigKey::isCommon).toList());
    for (String part : root.getSubcommands().keySet()) {
      List<ConfigKey> own =
          catalogue.settings().stream()
              .filter(setting -> !setting.isCommon() && setting.parts().contains(part))
              .toList();
      if (!own.isEmpty()) {
        page.section("`" + part + "`", own);
      }
    }
    return page.page.toString();
  }

  private void section(String title, List<ConfigKey> settings) {
    page.append("\n## ").append(title).append("\n\n");
    row("key", "variable", "option", "type", "unit", "range", "default", "meaning", "parts");
    page.append("|---|---|---|---|---|---|---|---|---|\n");
    for (ConfigKey setting : settings) {
      row(
          "`" + setting.key() + "`",
          "`" + setting.variable() + "`",
          "`" + setting.option().longestName() + "`",
          typeWords(setting),
          setting.unit(),
          Range.of(setting.option()).map(Range::words).orElse(""),
          setting.initial(),
          ConfigKey.DEFAULT.matcher(setting.description()).replaceFirst(""),
          String.join(", ", setting.parts()));
    }
  }

  /** The type, for people. */
  private static String typeWords(ConfigKey setting) {
    OptionSpec option = setting.option();
    Class<?> type = option.typeInfo().isMultiValue() ? option.auxiliaryTypes()[0] : option.type();
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
    } else if (setting.isPath()) {
      words = "path";
    } else {
      words = option.paramLabel();
    }
    return option.typeInfo().isMultiValue() ? "list of " + words : words;
  }

  private static String words(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(each -> each.toString().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  private void row(String... cells) {
    page.append(
        List.of(cells).stream()
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }
}
