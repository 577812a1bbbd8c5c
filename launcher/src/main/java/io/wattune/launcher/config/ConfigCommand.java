package io.wattune.launcher.config;

import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune config}: what file and environment come to. */
@Command(
    name = ConfigCommand.NAME,
    sortOptions = false,
    description =
        "Prints what holds for the options of a part, with where each value comes from: default,"
            + " file or environment. What an address has before its @ is masked.",
    exitCodeList = {
      "0:done",
      "1:the command failed",
      "2:wrong arguments, or something is wrong in file or environment; all of it is reported"
    })
@CommandLineOnly
public final class ConfigCommand extends Subcommand {
  static final String NAME = "config";

  @Parameters(
      paramLabel = "PART",
      arity = "0..1",
      description = "a command that has such options; default: all")
  private @Nullable String part;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "the file; default: the one that WATTUNE_CONFIG names, if any")
  private @Nullable Path file;

  @Option(
      names = "--check",
      paramLabel = "FILE",
      description = "only say what is wrong with this file, without the environment")
  private @Nullable Path checked;

  private @Nullable Catalogue catalogue;
  private Map<String, String> environment = Map.of();

  /** Sets what the command reports on. */
  void use(Catalogue known, Map<String, String> variables) {
    catalogue = known;
    environment = variables;
  }

  @Override
  public Integer call() throws EngineException {
    if (catalogue == null) {
      throw new IllegalStateException("the command must be run through the command line");
    }
    Path only = checked;
    ConfiguredValues configuration =
        only == null
            ? ConfiguredValues.read(catalogue, file, environment)
            : ConfiguredValues.read(catalogue, only, Map.of());
    List<CommandSpec> parts = parts(spec().root().commandLine(), catalogue);
    if (!configuration.problems().isEmpty()) {
      return Problems.report(spec().commandLine(), configuration.problems());
    }
    print(
        only == null
            ? EffectiveValues.text(catalogue, configuration, parts)
            : only + ": nothing is wrong");
    return ExitCode.DONE;
  }

  private List<CommandSpec> parts(CommandLine root, Catalogue known) throws EngineException {
    var configurable = new ArrayList<CommandSpec>();
    for (CommandLine command : root.getSubcommands().values()) {
      if (known.isConfigurable(command.getCommandSpec())) {
        configurable.add(command.getCommandSpec());
      }
    }
    String wanted = part;
    if (wanted == null) {
      return configurable;
    }
    List<CommandSpec> named =
        configurable.stream().filter(each -> each.name().equals(wanted)).toList();
    if (named.isEmpty()) {
      throw EngineException.wrongInput(
          "there is no part '%s'; there are ".formatted(wanted)
              + configurable.stream().map(CommandSpec::name).collect(Collectors.joining(", ")));
    }
    return named;
  }
}
