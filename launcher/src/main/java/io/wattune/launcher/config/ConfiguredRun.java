package io.wattune.launcher.config;

import io.wattune.launcher.option.Range;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Runs a command with what file, environment and command line say together, each stronger than the
 * one before. Where anything is wrong in any of them, all of it is reported and nothing is run.
 */
public final class ConfiguredRun implements IExecutionStrategy {
  private static final String FILE_OPTION = "--config";

  private final CommandLine root;
  private final Catalogue catalogue;
  private final Map<String, String> environment;

  private ConfiguredRun(CommandLine root, Map<String, String> environment) {
    this.root = root;
    this.catalogue = Catalogue.of(root);
    this.environment = environment;
  }

  /**
   * Whether a command line needs every command: values from elsewhere are held against the keys of
   * all, and where no command is named any may be meant.
   */
  public static boolean needsAllCommands(String[] arguments, Map<String, String> environment) {
    return arguments.length == 0
        || arguments[0].equals(ConfigCommand.NAME)
        || Stream.of(arguments).anyMatch(each -> each.startsWith(FILE_OPTION))
        || ConfiguredValues.isAnyIn(environment);
  }

  /** Makes every command of a command line read file and environment. */
  public static void install(CommandLine root, Map<String, String> environment) {
    var run = new ConfiguredRun(root, environment);
    collectErrors(root);
    for (CommandLine command : root.getSubcommands().values()) {
      if (run.catalogue.isConfigurable(command.getCommandSpec())) {
        command.getCommandSpec().addOption(fileOption());
      }
      if (command.getCommand() instanceof ConfigCommand config) {
        config.use(run.catalogue, environment);
      }
    }
    root.setExecutionStrategy(run);
  }

  private static void collectErrors(CommandLine command) {
    command.getCommandSpec().parser().collectErrors(true);
    command.getSubcommands().values().forEach(ConfiguredRun::collectErrors);
  }

  private static OptionSpec fileOption() {
    return OptionSpec.builder(FILE_OPTION)
        .paramLabel("FILE")
        .type(Path.class)
        .description(
            "file of option values, as in docs/reference/configuration.md; default: the file that "
                + ConfiguredValues.FILE_VARIABLE
                + " names, if any")
        .build();
  }

  @Override
  public int execute(ParseResult first) throws CommandLine.ExecutionException {
    ParseResult last = last(first);
    if (last.isUsageHelpRequested() || last.isVersionHelpRequested()) {
      return new RunLast().execute(first);
    }
    var problems = new ArrayList<String>();
    CommandSpec command = last.commandSpec();
    ParseResult parsed = first;
    if (catalogue.isConfigurable(command)) {
      Path file = last.matchedOptionValue(FILE_OPTION, null);
      var configuration = ConfiguredValues.read(catalogue, file, environment);
      problems.addAll(configuration.problems());
      command
          .commandLine()
          .setDefaultValueProvider(argument -> value(configuration, command, argument, last));
      parsed = root.parseArgs(first.originalArgs().toArray(String[]::new));
    }
    problems.addAll(wrongArguments(parsed));
    return problems.isEmpty()
        ? new RunLast().execute(parsed)
        : Problems.report(command.commandLine(), problems);
  }

  private static ParseResult last(ParseResult first) {
    ParseResult last = first;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last;
  }

  /** Nothing for what the command line has: picocli would turn a given flag's default round. */
  private static @Nullable String value(
      ConfiguredValues configuration, CommandSpec command, ArgSpec argument, ParseResult given) {
    return argument instanceof OptionSpec option && !given.hasMatchedOption(option)
        ? configuration.given(command, option).map(GivenValue::text).orElse(null)
        : null;
  }

  private static List<String> wrongArguments(ParseResult parsed) {
    var problems = new ArrayList<String>();
    for (ParseResult each = parsed; ; each = each.subcommand()) {
      for (Exception error : each.errors()) {
        problems.add(
            error instanceof ParameterException wrong
                ? Problems.words(wrong)
                : String.valueOf(error));
      }
      for (OptionSpec option : each.matchedOptions()) {
        outOfRange(option).ifPresent(problems::add);
      }
      if (!each.hasSubcommand()) {
        return problems;
      }
    }
  }

  private static Optional<String> outOfRange(OptionSpec option) {
    String written = String.join(",", option.originalStringValues());
    return Range.of(option)
        .flatMap(range -> range.problem(option.getValue(), written))
        .map(problem -> option.longestName() + " " + problem);
  }
}
