package io.wattune.launcher.up;

import io.wattune.control.Tuning;
import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.component.ComponentOptions;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.GoalOptions;
import io.wattune.launcher.option.PolicyOption;
import io.wattune.launcher.train.SensitivityModelOption;
import io.wattune.pipeline.UpCheck;
import io.wattune.pipeline.UpOptions;
import io.wattune.pipeline.UpReport;
import io.wattune.pipeline.UpRun;
import io.wattune.pipeline.UpSummary;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.serving.ServedGpu;
import io.wattune.testbed.serving.ServedLoad;
import io.wattune.testbed.serving.ServedMeasurements;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune up}: arguments to options, summary to standard output. */
@Command(
    name = "up",
    sortOptions = false,
    description = {
      "Starts the whole pipeline on this machine: a Kafka broker, Flink with its web page, the"
          + " controller, a time-series store, the dashboard, and simulated nodes with their agents, writers and"
          + " guardians. Everything"
          + " listens on the loopback interface only. Ctrl-C stops it, and every simulated GPU goes"
          + " back to its own settings."
    },
    exitCodeList = {
      "0:done",
      "1:a part failed, the archive is not whole, or a simulated GPU was not at its own settings in"
          + " the end",
      "2:wrong arguments, a port that is taken, a folder that cannot be written",
      "130:stopped with Ctrl-C, after everything has been stopped",
      "143:stopped with SIGTERM, likewise"
    })
public final class UpCommand extends Subcommand {
  private static final String USUAL_GPU = "gcn-32cu";

  private static final Map<String, UpOptions.Hardware> HARDWARE =
      Map.of(
          "simulated",
          UpOptions.Hardware.SIMULATED,
          "nvidia-stand-in",
          UpOptions.Hardware.NVIDIA_STAND_IN);

  /** Some kelvin below what the stand-ins' loads take them to. */
  private static final TemperatureLimits USUAL_LIMIT =
      new TemperatureLimits(OptionalDouble.of(50), Map.of());

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "2",
      description = "simulated nodes; default: 2")
  @Bounds(lowest = "1", highest = "10000")
  private int nodes;

  @Option(
      names = "--gpus-per-node",
      paramLabel = "N",
      defaultValue = "2",
      description = "simulated GPUs in each node; default: 2")
  @Bounds(lowest = "1", highest = "10000")
  private int gpusPerNode;

  @Option(
      names = "--devices",
      paramLabel = "KIND",
      description = {
        "simulated: the agents simulate the GPUs. nvidia-stand-in: the nodes reach GPUs as they reach"
            + " NVIDIA's, by a library libnvidia-ml.so.1 that is made here by the C compiler 'cc'; a"
            + " process of its own plays them, and programs run on them, the first of each two reports"
            + " to its agent how much work it has done, the second reports nothing; at most 16 GPUs, Linux"
            + " only; default: simulated, and nvidia-stand-in with --policy thermal, as simulated ones"
            + " have no temperature"
      })
  private @Nullable String devices;

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      defaultValue = USUAL_GPU,
      description =
          "model of the simulated GPUs: gcn-32cu (core clock, memory clock and number of compute"
              + " units can be set), gcn-32cu-instant and gcn-32cu-average (its power sensor shows"
              + " the mean of 25 ms, of 1 s, every 100 ms), hd7970 (the same knobs, docs/hd7970.md),"
              + " k20c (a sensor that lags, nothing to set), or a file as in docs/reference/testbed-files.md;"
              + " default: gcn-32cu, and mi50 for a workload serving/..., which runs on no other")
  private String gpu = "";

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      defaultValue = "mixed",
      description =
          "what runs on them: alternating, batches, bursty, compute, long-kernels, memory, mixed, phases,"
              + " short-kernels, an application of the HD7970 such as hd7970/Graph500,"
              + " an inference server (serving/MODEL/LOAD, of which one may be left out: a model of docs/mi50.md"
              + " such as resnet152, and constant, bursts or step; /batch-8 behind it for a server that takes"
              + " up to eight at once, or /workers-2 to /workers-4 for one with workers beside each other, as"
              + " --policy krisp needs it, which takes two where nothing is said), or a file; default: mixed")
  private String workload = "";

  @Mixin private SensitivityModelOption model = new SensitivityModelOption();

  @Mixin private ComponentOptions given = new ComponentOptions();
  @Mixin private PolicyOption policy = new PolicyOption();
  @Mixin private GoalOptions goal = new GoalOptions();

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = Converters.Span.class,
      description = "stop after so long, like 60s, 10m or 2h; default: run until Ctrl-C")
  private @Nullable Duration duration;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "keep the broker's data, Flink's checkpoints and the nodes' folders here, and go on from"
              + " them the next time; default: a temporary folder that goes in the end")
  private @Nullable Path dataDir;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of everything that is random in the simulation; default: 1")
  private long seed;

  @Option(
      names = "--poll",
      paramLabel = "DURATION",
      defaultValue = "20ms",
      converter = Converters.Span.class,
      description = "time between two polls of a GPU's power; default: 20ms")
  @Bounds(lowest = "1ms", highest = "10s")
  private Duration poll = Duration.ofMillis(20);

  @Option(
      names = "--kafka-port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "the broker's port; 0 for any free one; default: 9092")
  @Bounds(lowest = "0", highest = "65535")
  private int kafkaPort;

  @Option(
      names = "--flink-port",
      paramLabel = "PORT",
      defaultValue = "8081",
      description = "port of Flink's web page; 0 for any free one; default: 8081")
  @Bounds(lowest = "0", highest = "65535")
  private int flinkPort;

  @Mixin private KeepArguments keep = new KeepArguments();

  @Mixin private ViewArguments view = new ViewArguments();

  @Option(
      names = "--json",
      description = "print the summary as one JSON object, and everything else to standard error")
  private boolean json;

  @Option(names = "--quiet", description = "no status line, only addresses, summary and errors")
  private boolean quiet;

  @Override
  public Integer call() throws Exception {
    UpOptions options = options();
    UpCheck.check(options);
    PrintStream messages = json ? System.err : System.out;
    UpSummary summary = new UpRun(options, messages, UpRun.Observer.NONE, this::print).run();
    return summary.isRestored() && summary.kept().isWhole() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private void print(UpSummary summary) {
    print(json ? UpReport.json(summary) : UpReport.text(summary));
  }

  private UpOptions options() throws EngineException {
    return new UpOptions(
        nodes,
        gpusPerNode,
        ServedLoad.isNamed(workload) && gpu.equals(USUAL_GPU) ? ServedGpu.NAME : gpu,
        workload(),
        model.settings(),
        tuning(),
        duration,
        dataDir == null ? null : dataDir.toAbsolutePath(),
        seed,
        poll,
        kafkaPort,
        flinkPort,
        keep.options(),
        view.port(),
        quiet,
        arguments(),
        hardware(),
        given.read());
  }

  private boolean isThermal() {
    return policy.name().equals(NonePolicy.THERMAL);
  }

  private Tuning tuning() throws EngineException {
    return goal.tuning(
        policy.name(),
        isThermal() ? USUAL_LIMIT : TemperatureLimits.NONE,
        served(),
        isShared()
            ? OptionalDouble.of(ServedMeasurements.usualObjective(load()))
            : OptionalDouble.empty());
  }

  private boolean isShared() {
    return policy.name().equals(NonePolicy.KRISP);
  }

  /** With workers beside each other where the policy is for these and nothing else is said. */
  private String workload() {
    boolean isOpen =
        isShared()
            && ServedLoad.isNamed(workload)
            && !workload.contains("/workers-")
            && !workload.contains("/batch-");
    return isOpen ? workload + "/workers-2" : workload;
  }

  private ServedLoad load() throws EngineException {
    if (!ServedLoad.isNamed(workload)) {
      throw EngineException.wrongInput(
          "--policy "
              + policy.name()
              + " is for inference servers: give --workload serving/"
              + (isShared() ? "albert" : "resnet152"));
    }
    ServedLoad load;
    try {
      load = ServedLoad.of(workload());
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("--workload: " + e.getMessage());
    }
    if (load.isShared() != isShared()) {
      throw EngineException.wrongInput(
          isShared()
              ? "--policy krisp needs a server of workers beside each other: "
                  + workload
                  + " has none"
              : "--policy cofris has no profile of workers beside each other: leave /workers-N out");
    }
    return load;
  }

  /** What a tenth of the settings shows of the simulated servers' model; null without servers. */
  private @Nullable MeasuredProfile served() throws EngineException {
    if (!policy.name().equals(NonePolicy.COFRIS)) {
      return null;
    }
    return ServedMeasurements.sampled(load());
  }

  private UpOptions.Hardware hardware() throws EngineException {
    String given = devices;
    if (given == null) {
      return isThermal() ? UpOptions.Hardware.NVIDIA_STAND_IN : UpOptions.Hardware.SIMULATED;
    }
    UpCheck.known("--devices", given, new TreeSet<>(HARDWARE.keySet()));
    return HARDWARE.getOrDefault(given, UpOptions.Hardware.SIMULATED);
  }
}
