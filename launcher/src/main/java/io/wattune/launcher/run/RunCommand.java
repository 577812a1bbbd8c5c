package io.wattune.launcher.run;

import io.wattune.collectors.amd.ComputeUnits;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.run.AgentSocket;
import io.wattune.collectors.run.ChosenGpus;
import io.wattune.collectors.run.JobLabels;
import io.wattune.collectors.run.MeasuredCommand;
import io.wattune.collectors.run.NotMeasuredException;
import io.wattune.collectors.run.OwnAgent;
import io.wattune.collectors.run.ProgressFormat;
import io.wattune.collectors.run.ProgressRegex;
import io.wattune.collectors.run.ProgressSender;
import io.wattune.collectors.run.RunActivity;
import io.wattune.collectors.run.RunReport;
import io.wattune.collectors.run.TqdmBars;
import io.wattune.launcher.command.CommandFailedException;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.CommonKey;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs a command and prints the energy of this machine's devices while it ran, on standard"
          + " error. Its exit code is the command's. Needs an agent on this machine, or"
          + " --agentless; no cluster. Without one the command runs all the same, and is not"
          + " measured. See docs/measuring.md."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, and so was the command",
      "1:the compute units asked for cannot be given, and the command was not started",
      "2:wrong arguments",
      "127:the command cannot be started",
      "any:the command's own; 128 and the signal's number where one ended it"
    })
@CommandLineOnly
public final class RunCommand implements Callable<Integer> {
  /** Where an agent listens that serves a whole machine. */
  static final String USUAL_SOCKET = "/run/wattune/activities.sock";

  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);
  private static final int NOT_STARTED = 127;

  /** A device that is slow to answer at first delays the command by no more. */
  private static final Duration FIRST_READINGS = Duration.ofSeconds(2);

  private final DeviceKinds kinds;
  private final ComputeUnits gpus;

  private @Nullable CommandSpec spec;

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
    spec = given;
    // What follows the command's name is the command's.
    CommandLine.Model.ParserSpec unused = given.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() throws CommandFailedException, InterruptedException {
    ProgressFormat progress = progress();
    Map<String, String> variables = units.variables(gpus, System.getenv());
    if (!agentless) {
      return measured(socket, variables, progress);
    }
    try (OwnAgent own = OwnAgent.start(kinds, profiles, change -> LOG.info("{}", change))) {
      own.awaitReadings(FIRST_READINGS);
      return measured(own.socket(), variables, progress);
    } catch (NotMeasuredException e) {
      return unmeasured(String.valueOf(e.getMessage()), variables, progress);
    }
  }

  /** Who reads progress lines; null for nobody. */
  private @Nullable ProgressFormat progress() throws CommandFailedException {
    if (work == null) {
      return null;
    }
    if (work.equals("tqdm")) {
      return new TqdmBars();
    }
    try {
      return new ProgressRegex(work);
    } catch (IllegalArgumentException e) {
      throw CommandFailedException.usage("--work " + work + ": " + e.getMessage());
    }
  }

  private int measured(Path path, Map<String, String> variables, @Nullable ProgressFormat progress)
      throws InterruptedException {
    Map<String, String> all =
        new LinkedHashMap<>(JobLabels.own(System.getenv(), fault -> LOG.warn("{}", fault)));
    all.putAll(labels);
    var activity = new RunActivity(shownName(), level, devices, all, parent);
    AgentSocket agent;
    try {
      agent = started(activity, path);
    } catch (NotMeasuredException e) {
      return unmeasured(String.valueOf(e.getMessage()), variables, progress);
    }
    try (agent) {
      Map<String, String> inside = new LinkedHashMap<>(variables);
      inside.put("WATTUNE_ACTIVITIES_SOCKET", path.toAbsolutePath().toString());
      inside.put("WATTUNE_ACTIVITIES_PARENT", activity.id());
      int exitCode;
      if (progress == null) {
        exitCode = run(inside, null);
      } else {
        try (ProgressSender sender =
            ProgressSender.start(path, activity.id(), progress, this::warn)) {
          exitCode = run(inside, progress);
        }
        warnOf(progress);
      }
      report(activity, agent, exitCode);
      return exitCode;
    }
  }

  private static AgentSocket started(RunActivity activity, Path path) throws NotMeasuredException {
    AgentSocket agent = connect(path);
    try {
      activity.start(agent);
      return agent;
    } catch (IOException e) {
      agent.close();
      throw new NotMeasuredException("the agent at " + path + ": " + e.getMessage(), e);
    } catch (NotMeasuredException e) {
      agent.close();
      throw e;
    }
  }

  private static AgentSocket connect(Path path) throws NotMeasuredException {
    try {
      return AgentSocket.connect(path);
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      throw new NotMeasuredException(
          ("no agent answers at %s (%s): start one with wattune agent NODE.json (its log "
                  + "names its socket, and activities.socket in the file sets it), give its socket "
                  + "with --socket, or measure without one by --agentless")
              .formatted(path, e.getMessage()),
          e);
    }
  }

  /** Nothing is a reason not to do what the user wants: the command runs, without its energy. */
  private int unmeasured(
      String why, Map<String, String> variables, @Nullable ProgressFormat progress)
      throws InterruptedException {
    warn("'" + shownName() + "' runs, and its energy is not measured: " + why);
    long start = System.nanoTime();
    int exitCode = run(variables, progress);
    String line =
        RunReport.unmeasured(shownName(), exitCode, (System.nanoTime() - start) * 1e-9, why);
    if (json) {
      print(line);
    }
    write(line);
    return exitCode;
  }

  /** The command's exit code. */
  private int run(Map<String, String> variables, @Nullable ProgressFormat progress)
      throws InterruptedException {
    try {
      return new MeasuredCommand(command, variables, progress).run();
    } catch (IOException e) {
      warn("the command cannot be started: " + e.getMessage());
      return NOT_STARTED;
    }
  }

  private void warnOf(ProgressFormat progress) {
    if (!progress.fault().isEmpty()) {
      warn("--work: " + progress.fault());
    } else if (progress.newest() == null) {
      warn("--work: no line of the command showed progress, so no work was reported");
    }
  }

  /** Whatever becomes of the joules, the command has run, and its exit code is what counts. */
  private void report(RunActivity activity, AgentSocket agent, int exitCode) {
    try {
      var report = new RunReport(activity.name(), activity.end(agent));
      String line = report.json(exitCode).toString();
      if (json) {
        print(line);
      } else {
        report.lines().forEach(this::print);
        if (devices.isEmpty()) {
          ChosenGpus.note(System.getenv(), report.devices()).ifPresent(this::warn);
        }
      }
      write(line);
    } catch (NotMeasuredException | IOException e) {
      warn("the energy of '" + activity.name() + "' is not known: " + e.getMessage());
    }
  }

  /** A disk that is full loses nothing: what is missing in the file is printed. */
  private void write(String line) {
    if (output == null) {
      return;
    }
    try {
      Files.writeString(output, line + "\n");
    } catch (IOException e) {
      warn(output + " cannot be written (" + FailureWords.of(e) + "); it would have:");
      print(line);
    }
  }

  private String shownName() {
    Path program = Path.of(command.get(0)).getFileName();
    return name != null ? name : program == null ? command.get(0) : program.toString();
  }

  private void warn(String what) {
    print("wattune: " + what);
  }

  private void print(String line) {
    if (spec != null) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(line);
      err.flush();
    }
  }
}
