package io.wattune.launcher.evaluate;

import io.wattune.core.policy.NonePolicy;
import io.wattune.evaluation.live.LiveComparison;
import io.wattune.evaluation.live.LiveReport;
import io.wattune.evaluation.live.LiveRuns;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.PolicyOption;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune evaluate live}: a policy through the whole pipeline, beside the same offline. */
@Command(
    name = "live",
    aliases = "--live",
    sortOptions = false,
    description = {
      "Runs workloads on simulated GPUs through the whole pipeline (agents, Kafka, Flink,"
          + " controller, actuators), one after the other and in real time: a second of the simulated"
          + " GPUs is a second. Prints what the policy saved by the ledger, with its error, and what"
          + " the same loop saves offline on a virtual clock with the delay of the live run."
    },
    exitCodeList = {
      "0:done, and live and offline agree",
      "1:they do not, or the run failed",
      "2:wrong arguments",
      "130:stopped with Ctrl-C, after every GPU was brought back to its own settings",
      "143:stopped with SIGTERM, likewise"
    })
@CommandLineOnly
public final class LiveCommand extends Subcommand {
  /** How far ED2 live and offline may be apart. */
  private static final double MOST_POINTS = 0.01;

  @Option(
      names = "--workloads",
      paramLabel = "NAMES",
      split = ",",
      defaultValue = "batches,alternating",
      description = "bundled workloads, or files; default: ${DEFAULT-VALUE}")
  private List<String> workloads = List.of();

  @Mixin private PolicyOption policy = new PolicyOption();

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      defaultValue = "hd7970",
      description = "the simulated GPU; default: ${DEFAULT-VALUE}")
  private String gpu = "hd7970";

  @Option(
      names = "--gpus",
      paramLabel = "N",
      defaultValue = "4",
      description = "how many; default: ${DEFAULT-VALUE}")
  @Bounds(lowest = "1", highest = "200")
  private int gpus;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      defaultValue = "120s",
      converter = Converters.Span.class,
      description = "how long each workload runs; default: ${DEFAULT-VALUE}")
  @Bounds(lowest = "30s", highest = "1h")
  private Duration duration = Duration.ofMinutes(2);

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the simulated GPUs; default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(names = "--json", description = "print the result as one JSON object")
  private boolean json;

  @Option(names = "--quiet", description = "no progress, only the result and errors")
  private boolean quiet;

  @Override
  public Integer call() throws Exception {
    if (policy.name().equals(NonePolicy.THERMAL) || policy.name().equals(NonePolicy.COFRIS)) {
      throw EngineException.wrongInput(
          "--policy %s is for control and up: these GPUs are neither hot nor servers"
              .formatted(policy.name()));
    }
    GpuModel model = model();
    List<Workload> parsed = new ArrayList<>();
    for (String each : workloads) {
      parsed.add(workload(each));
    }
    var runs = new LiveRuns(gpu, model, gpus, policy.name(), duration, seed);
    List<LiveComparison> all = new ArrayList<>();
    try (Progress progress = TerminalProgress.unless(quiet)) {
      progress.begin("run", parsed.size());
      for (int i = 0; i < parsed.size(); i++) {
        all.add(runs.compare(workloads.get(i), parsed.get(i)));
        progress.reached(i + 1L);
      }
    }
    print(json ? LiveReport.json(all) : LiveReport.text(all));
    return all.stream().allMatch(each -> each.points() <= MOST_POINTS)
        ? ExitCode.DONE
        : ExitCode.FAILED;
  }

  private GpuModel model() throws EngineException {
    try {
      return DataFiles.gpu(gpu);
    } catch (IOException | IllegalArgumentException e) {
      throw EngineException.wrongInput("--gpu: " + e.getMessage());
    }
  }

  private static Workload workload(String name) throws EngineException {
    try {
      return DataFiles.workload(name);
    } catch (IOException | IllegalArgumentException e) {
      throw EngineException.wrongInput("--workloads: " + e.getMessage());
    }
  }
}
