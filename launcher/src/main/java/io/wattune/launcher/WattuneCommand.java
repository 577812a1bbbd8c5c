package io.wattune.launcher;

import io.wattune.launcher.acls.AclsCommand;
import io.wattune.launcher.archive.ArchiveCommand;
import io.wattune.launcher.calibrate.CalibrateCommand;
import io.wattune.launcher.characterise.CharacteriseCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.config.ConfigCommand;
import io.wattune.launcher.config.ConfiguredRun;
import io.wattune.launcher.config.Problems;
import io.wattune.launcher.control.ControlCommand;
import io.wattune.launcher.control.HoldCommand;
import io.wattune.launcher.control.ReleaseCommand;
import io.wattune.launcher.control.SetCommand;
import io.wattune.launcher.control.StatusCommand;
import io.wattune.launcher.dashboard.DashboardCommand;
import io.wattune.launcher.doctor.DoctorCommand;
import io.wattune.launcher.energymodel.EnergyModelCommand;
import io.wattune.launcher.evaluate.EvaluateCommand;
import io.wattune.launcher.fleet.FleetCommand;
import io.wattune.launcher.jobs.JobsCommand;
import io.wattune.launcher.keys.KeysCommand;
import io.wattune.launcher.node.AgentCommand;
import io.wattune.launcher.node.GuardianCommand;
import io.wattune.launcher.node.RestoreCommand;
import io.wattune.launcher.node.SetupCommand;
import io.wattune.launcher.node.WriterCommand;
import io.wattune.launcher.option.RangeHelp;
import io.wattune.launcher.profile.ProfileCommand;
import io.wattune.launcher.replay.ReplayCommand;
import io.wattune.launcher.republish.RepublishCommand;
import io.wattune.launcher.run.RunCommand;
import io.wattune.launcher.server.BrokerCommand;
import io.wattune.launcher.server.FlinkCommand;
import io.wattune.launcher.sinks.SinksCommand;
import io.wattune.launcher.sweep.SweepCommand;
import io.wattune.launcher.thermal.ThermalCommand;
import io.wattune.launcher.thermal.ThermalImagesCommand;
import io.wattune.launcher.train.TrainCommand;
import io.wattune.launcher.up.UpCommand;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.release.Versions;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command {@code wattune}. */
@Command(
    name = "wattune",
    description = "True power, and energy that adds up, from what a GPU's sensor says.",
    mixinStandardHelpOptions = true,
    versionProvider = WattuneCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:the command failed", "2:wrong arguments"},
    footer = {
      "",
      "Start with: wattune up, or wattune replay FILE",
      "Help of a command: wattune COMMAND --help",
      "Options in a file or the environment: docs/reference/configuration.md",
      "Benchmarks: wattune bench --help"
    })
public final class WattuneCommand implements Callable<Integer> {
  /** In the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          UpCommand.class,
          RunCommand.class,
          ReplayCommand.class,
          CalibrateCommand.class,
          EvaluateCommand.class,
          CharacteriseCommand.class,
          SweepCommand.class,
          TrainCommand.class,
          ProfileCommand.class,
          EnergyModelCommand.class,
          ThermalCommand.class,
          ThermalImagesCommand.class,
          AgentCommand.class,
          DoctorCommand.class,
          ArchiveCommand.class,
          WriterCommand.class,
          GuardianCommand.class,
          RestoreCommand.class,
          SetupCommand.class,
          KeysCommand.class,
          BrokerCommand.class,
          FlinkCommand.class,
          JobsCommand.class,
          ControlCommand.class,
          FleetCommand.class,
          SinksCommand.class,
          RepublishCommand.class,
          DashboardCommand.class,
          HoldCommand.class,
          SetCommand.class,
          ReleaseCommand.class,
          AclsCommand.class,
          StatusCommand.class,
          ConfigCommand.class);

  private static final String TRUSTED = "org.apache.avro.SERIALIZABLE_PACKAGES";

  @Spec private @Nullable CommandSpec spec;

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    // Avro reads this once, when its classes load, and refuses generated records without it.
    if (System.getProperty(TRUSTED) == null) {
      System.setProperty(
          TRUSTED, "java.lang,java.math,java.io,java.net,org.apache.avro,io.wattune.schemas.avro");
    }
    Map<String, String> environment = System.getenv();
    System.exit(
        commandLine(needed(arguments, environment), environment, CommandLine.defaultFactory())
            .execute(arguments));
  }

  /** The command line, ready to be executed; results go to standard output. */
  public static CommandLine commandLine() {
    return commandLine(System.getenv());
  }

  /** The same, with these environment variables. */
  public static CommandLine commandLine(Map<String, String> environment) {
    return commandLine(environment, CommandLine.defaultFactory());
  }

  /** The same, with commands that this factory makes. */
  public static CommandLine commandLine(
      Map<String, String> environment, CommandLine.IFactory factory) {
    return commandLine(COMMANDS, environment, factory);
  }

  /**
   * The commands without which a command line cannot be executed: the one that it names. To make
   * them all takes most of the time that a short command takes.
   */
  static List<Class<?>> needed(String[] arguments, Map<String, String> environment) {
    if (ConfiguredRun.needsAllCommands(arguments, environment)) {
      return COMMANDS;
    }
    List<Class<?>> named =
        COMMANDS.stream().filter(each -> name(each).equals(arguments[0])).toList();
    return named.isEmpty() ? COMMANDS : named;
  }

  private static CommandLine commandLine(
      List<Class<?>> commands, Map<String, String> environment, CommandLine.IFactory factory) {
    var commandLine = new CommandLine(new WattuneCommand(), factory);
    commands.forEach(command -> add(commandLine, command, factory));
    for (CommandLine command : commandLine.getSubcommands().values()) {
      command.getCommandSpec().versionProvider(new Version());
      // evaluate --suite masks: there is a command of that name, too.
      command.getCommandSpec().parser().allowSubcommandsAsOptionParameters(true);
    }
    ConfiguredRun.install(commandLine, environment);
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setHelpFactory(new RangeHelp())
        .setParameterExceptionHandler(WattuneCommand::onWrongArguments)
        .setExecutionExceptionHandler(WattuneCommand::onFailure);
  }

  /** On a node the jars of what never runs there are left out: such a command is not offered. */
  private static void add(CommandLine wattune, Class<?> command, CommandLine.IFactory factory) {
    CommandLine made;
    try {
      made = new CommandLine(command, factory);
    } catch (NoClassDefFoundError e) {
      made = AbsentCommand.inPlaceOf(command);
    }
    wattune.addSubcommand(made);
  }

  /** A command's name, which is read without what it needs. */
  static String name(Class<?> command) {
    @Nullable Command annotation = command.getAnnotation(Command.class);
    return annotation == null ? command.getSimpleName() : annotation.name();
  }

  /** Without a command: the help. */
  @Override
  public Integer call() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
    return ExitCode.DONE;
  }

  /** The configured run reports wrong arguments; this reports what a command finds itself. */
  private static int onWrongArguments(ParameterException failure, String[] arguments) {
    return Problems.report(failure.getCommandLine(), List.of(Problems.words(failure)));
  }

  private static int onFailure(Exception failure, CommandLine command, ParseResult parsed) {
    if (failure instanceof EngineException engine) {
      err(command, oneLine(String.valueOf(failure.getMessage())));
      return engine.isInputWrong() ? ExitCode.USAGE : ExitCode.FAILED;
    }
    if (failure instanceof InvalidPathException name) {
      err(
          command,
          "no file can have this name here: "
              + oneLine(String.valueOf(name.getMessage()))
              + "; where it has letters beyond ASCII, set LC_ALL=C.UTF-8");
      return ExitCode.USAGE;
    }
    Logger log = LoggerFactory.getLogger(WattuneCommand.class);
    log.error("This is a defect in Wattune. Please report it with these lines.", failure);
    err(command, "internal error: " + oneLine(failure.toString()));
    return ExitCode.FAILED;
  }

  private static void err(CommandLine command, String message) {
    PrintWriter err = command.getErr();
    err.println("wattune: " + message);
    err.flush();
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  /** The versions of Wattune and of its parts. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return Versions.all().entrySet().stream()
          .map(part -> part.getKey() + " " + part.getValue())
          .toArray(String[]::new);
    }
  }
}
