package io.wattune.launcher.run;

import io.wattune.collectors.amd.ComputeUnits;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.run.MeasuredRun;
import io.wattune.collectors.run.ProgressFormat;
import io.wattune.collectors.run.ProgressRegex;
import io.wattune.collectors.run.RunRequest;
import io.wattune.collectors.run.TqdmBars;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.CommonKey;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wattune run}: runs a command and says what energy it took. */
@Command(
    name = "run",
    sortOptions = false,
    description = {
      "Runs a command and prints the energy of this machine's devices while it ran, on standard"
          + " error. Its exit code is the command's. Needs an agent on this machine, or"
          + " --agentless; no cluster. Without one the command runs all the same, and is not"
          + " measured. See docs/measuring.md."
    },
    exitCodeList = {
      "0:done, and so was the command",
      "1:the compute units asked for cannot be given, and the command was not started",
      "2:wrong arguments",
      "127:the command cannot be started",
      "any:the command's own; 128 and the signal's number where one ended it"
    })
@CommandLineOnly
public final class RunCommand extends Subcommand {
  /** Where an agent listens that serves a whole machine. */
  static final String USUAL_SOCKET = "/run/wattune/activities.sock";

  private final DeviceKinds kinds;
  private final ComputeUnits gpus;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "name of the activity; default: the command's")
  private @Nullable String name;

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      defaultValue = "job",
      description =
          "job, process, kernel, request or span: activities of one level share a device's energy"
              + " while they overlap, a span never shares; default: job")
  private String level = "job";

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description =
          "whose it is, may be given several times; a Slurm job's and those of WATTUNE_LABELS"
              + " (KEY=VALUE,KEY=VALUE) are there by themselves")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Option(
      names = "--device",
      paramLabel = "UUID",
      description =
          "a device that it runs on, may be given several times; default: all but the node's own"
              + " meter, which measures the others once more")
  private List<String> devices = List.of();

  @Mixin private UnitsOptions units = new UnitsOptions();

  @Option(
      names = "--socket",
      paramLabel = "PATH",
      defaultValue = USUAL_SOCKET,
      description = "the agent's socket; default: " + USUAL_SOCKET)
  @CommonKey("activities.socket")
  private Path socket = Path.of(USUAL_SOCKET);

  @Option(
      names = "--parent",
      paramLabel = "ID",
      description =
          "id of the activity that it is part of; default: that of the wattune run that it is in")
  @CommonKey("activities.parent")
  private @Nullable String parent;

  @Option(
      names = "--agentless",
      description = "read the devices of this machine in this process: needs no agent")
  private boolean agentless;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "with --agentless: sensor profiles, as wattune calibrate writes them; default: learn each"
              + " sensor from its readings")
  private @Nullable Path profiles;

  @Option(
      names = "--work",
      paramLabel = "tqdm|REGEX",
      description =
          "report the work that the command's progress lines show to the agent, for tuning: tqdm"
              + " for bars on standard error, or an expression with one group, the count so far, or"
              + " a group named delta, what was done since the line before; the command then writes"
              + " into a pipe, and all of it is passed on")
  private @Nullable String work;

  @Option(names = "--json", description = "print one line of JSON in place of the text")
  private boolean json;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "write the line of JSON to this file, too")
  private @Nullable Path output;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "1..*",
      description = "the command and its arguments, best after --")
  private List<String> command = List.of();

  /** With the devices that Wattune knows. */
  public RunCommand() {
    this(DeviceKinds.standard(), new ComputeUnits());
  }

  RunCommand(DeviceKinds kinds, ComputeUnits gpus) {
    this.kinds = kinds;
    this.gpus = gpus;
  }

  @Spec
  void use(CommandSpec given) {
    // What follows the command's name is the command's.
    CommandLine.Model.ParserSpec unused = given.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() throws EngineException, InterruptedException {
    ProgressFormat progress = progress();
    var run =
        new MeasuredRun(
            new RunRequest(
                command,
                name,
                level,
                labels,
                devices,
                parent,
                units.variables(gpus, System.getenv()),
                progress,
                json,
                output),
            this::printAside);
    return agentless ? run.alone(kinds, profiles) : run.by(socket);
  }

  /** Who reads progress lines; null for nobody. */
  private @Nullable ProgressFormat progress() throws EngineException {
    if (work == null) {
      return null;
    }
    if (work.equals("tqdm")) {
      return new TqdmBars();
    }
    try {
      return new ProgressRegex(work);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("--work " + work + ": " + e.getMessage());
    }
  }
}
