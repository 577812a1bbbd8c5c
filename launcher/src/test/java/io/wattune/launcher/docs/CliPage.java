package io.wattune.launcher.docs;

import io.wattune.launcher.option.Range;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The text of docs/reference/cli.md, from the commands as picocli knows them. */
final class CliPage {
  /** How a description says what holds without the option. */
  private static final Pattern DEFAULT = Pattern.compile(";? ?default: (.*)$");

  private static final int SYNOPSIS_WIDTH = 100;

  private final StringBuilder page = new StringBuilder();

  private CliPage() {}

  static String of(CommandLine root) {
    var page = new CliPage();
    page.head();
    page.command(root);
    return page.page.toString();
  }

  private void head() {
    line("# The command line");
    line("");
    line("Generated from the commands. To refresh:");
    line("`" + CliPageTest.REFRESH + "`");
    line("");
    line(
        "Results go to standard output; progress, the log and errors go to standard error. An error");
    line(
        "is one line that begins with `wattune:`. The environment variable `JAVA_OPTS` holds options");
    line("for the JVM, for example `-Xmx8g`; `JAVA_HOME` chooses the JDK. Among them");
    line(
        "`-Dwattune.log.NAME=LEVEL` sets from which level on a logger and those below its name are");
    line(
        "logged (trace, debug, info, warn, error, off), as `-Dwattune.log.io.wattune=debug` does;");
    line("`-Dwattune.log=LEVEL` sets it for all that nothing is said of.");
    line("");
    line(
        "Benchmarks are a program of their own, which is built when it is asked for; its commands");
    line("and options are listed by `wattune bench --help` and `wattune bench COMMAND --help`.");
  }

  private void command(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    line("");
    line("## " + spec.qualifiedName());
    for (String text : spec.usageMessage().description()) {
      if (!text.isEmpty()) {
        line("");
        line(text.startsWith("nvidia-smi ") ? "`" + text + "`" : text);
      }
    }
    line("");
    line("```");
    spec.usageMessage().width(SYNOPSIS_WIDTH);
    var help = new CommandLine.Help(spec, CommandLine.Help.defaultColorScheme(Ansi.OFF));
    page.append(help.synopsis(0).stripTrailing()).append('\n');
    line("```");
    arguments(spec);
    exitCodes(spec);
    commands(spec);
    command.getSubcommands().values().stream().distinct().forEach(this::command);
  }

  private void arguments(CommandSpec spec) {
    table("option", "meaning", "default");
    for (PositionalParamSpec positional : spec.positionalParameters()) {
      row("`" + positional.paramLabel() + "`", text(positional.description()), "");
    }
    for (OptionSpec option : spec.options()) {
      String text = text(option.description());
      Matcher named = DEFAULT.matcher(text);
      String initial =
          named.find()
              ? named.group(1)
              : option.arity().max() == 0 ? "off" : value(option.defaultValue());
      String range =
          Range.of(option).map(Range::words).map(words -> "; range: " + words).orElse("");
      row(names(option), named.reset().replaceFirst("") + range, initial);
    }
  }

  private static String value(String defaultValue) {
    return defaultValue == null ? "not set" : defaultValue;
  }

  private static String names(OptionSpec option) {
    String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    return Arrays.stream(option.names())
        .map(name -> "`" + name + value + "`")
        .collect(Collectors.joining(", "));
  }

  private void exitCodes(CommandSpec spec) {
    if (!spec.usageMessage().exitCodeList().isEmpty()) {
      table("exit code", "meaning");
      spec.usageMessage().exitCodeList().forEach((code, meaning) -> row(code.strip(), meaning));
    }
  }

  private void commands(CommandSpec spec) {
    if (!spec.subcommands().isEmpty()) {
      table("command", "meaning");
      spec.subcommands()
          .forEach(
              (name, sub) ->
                  row("`" + name + "`", sub.getCommandSpec().usageMessage().description()[0]));
    }
  }

  private void table(String... titles) {
    line("");
    row(titles);
    line("|" + "---|".repeat(titles.length));
  }

  private void row(String... cells) {
    line(
        List.of(cells).stream()
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |")));
  }

  private static String text(String[] description) {
    return String.join(" ", description);
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
