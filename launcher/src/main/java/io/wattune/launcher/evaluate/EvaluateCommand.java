package io.wattune.launcher.evaluate;

import io.wattune.evaluation.characterise.CardFigures;
import io.wattune.evaluation.harmonia.EvaluationRun;
import io.wattune.evaluation.harmonia.SettingDelays;
import io.wattune.evaluation.harmonia.TrialConditions;
import io.wattune.evaluation.heat.HeatRun;
import io.wattune.evaluation.suite.Suite;
import io.wattune.evaluation.training.ModelFile;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.sweep.TestbedOptions;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.sweep.Testbed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune evaluate}: the commands that hold our numbers against known ones. */
@Command(
    name = "evaluate",
    sortOptions = false,
    synopsisSubcommandLabel = "[COMMAND]",
    description = {
      "Holds what Wattune says against what is known: published figures, simulated truth.",
      "With --testbed: runs policies on the applications of a simulated GPU, each from a cold start"
          + " on a virtual clock, and prints energy, time and ED2 against a GPU that always boosts,"
          + " beside the figures of Paul et al. 2015 (Harmonia).",
      "With --testbed gtx1050: keeps the card of Chow 2023, chapter 5, below limits of its"
          + " temperature, by that document's controller and by one that predicts, and prints the"
          + " document's figures beside ours."
    },
    exitCodeList = {
      "0:done, and every figure lies where it should",
      "1:a figure does not, or the run failed",
      "2:wrong arguments"
    },
    subcommands = {
      K20Command.class,
      EstimatorsCommand.class,
      ErrorBarsCommand.class,
      MasksCommand.class,
      LiveCommand.class
    })
@CommandLineOnly
public final class EvaluateCommand extends Subcommand {
  private static final List<String> FOR_APPLICATIONS =
      List.of(
          "--workloads",
          "--policies",
          "--model",
          "--power-limit",
          "--delay",
          "--switching-delay",
          "--draws");

  @Mixin private TestbedOptions testbed = new TestbedOptions();

  @Option(
      names = "--suite",
      paramLabel = "NAME",
      description =
          "with --testbed mi50, a simulated inference server: masks, its characterisation; krisp,"
              + " policies for the compute units of workers that share it; dagee, a graph of kernels"
              + " with a mask for each; cofris, clock and compute units by the load; default: masks")
  private @Nullable String suite;

  @Option(
      names = "--policies",
      paramLabel = "NAMES",
      split = ",",
      description =
          "policies to run, beside baseline and oracle; default: dvfs-only,harmonia-cg,harmonia;"
              + " also harmonia-valubusy and harmonia-valubusy-no-clock, algorithm 1 as printed, and"
              + " harmonia-trained, by models fitted to a sweep of the other applications")
  private List<String> policies = List.of();

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description =
          "estimate sensitivities with the models of this file, which wattune train wrote; default:"
              + " Harmonia's Table 3")
  private @Nullable Path model;

  @Option(
      names = "--power-limit",
      paramLabel = "WATTS",
      description =
          "power of the card above which the baseline, and under any other policy the card itself,"
              + " takes the core clock back a step; default: the card's own, 250 for hd7970, none"
              + " for others")
  @Bounds(lowest = "1", highest = "10000", unit = "W")
  private @Nullable Integer powerLimit;

  @Option(
      names = "--delay",
      paramLabel = "DURATION",
      converter = Converters.Span.class,
      description =
          "from the end of an invocation to the settings that it leads to; default: none, as in"
              + " the paper")
  @Bounds(lowest = "1ms", highest = "10s")
  private @Nullable Duration delay;

  @Option(
      names = "--switching-delay",
      paramLabel = "DURATION",
      converter = Converters.Span.class,
      description =
          "from a wish to when the hardware has followed, at each kernel that has other settings"
              + " than the one before; default: none, as in the paper")
  @Bounds(lowest = "1ms", highest = "1s")
  private @Nullable Duration switchingDelay;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "50",
      description =
          "testbeds to draw from the parameters' uncertainty, for the spread; default:"
              + " ${DEFAULT-VALUE}")
  @Bounds(lowest = "0", highest = "1000")
  private int draws;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of times, counters and draws; default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "write the report there too, with plots")
  private @Nullable Path out;

  @Option(names = "--json", description = "print the result as one JSON object")
  private boolean json;

  @Option(names = "--quiet", description = "no progress, only the result and errors")
  private boolean quiet;

  @Override
  public Integer call() throws EngineException {
    if (!isGiven("--testbed")) {
      throw wrong(
          "say what to evaluate: --testbed, or one of "
              + String.join(", ", spec().subcommands().keySet()));
    }
    if (suite != null || testbed.isNamed(Suite.SERVER)) {
      return suite();
    }
    String command = "./wattune " + String.join(" ", arguments());
    if (testbed.isNamed(HeatRun.TESTBED)) {
      refuse(HeatRun.TESTBED, "--seed");
      HeatRun.Outcome answer = new HeatRun(quiet).run(out, json, command);
      print(answer.text());
      return answer.isMet() ? ExitCode.DONE : ExitCode.FAILED;
    }
    Testbed bed = testbed.testbed();
    var run = new EvaluationRun(bed, policies, conditions(bed), draws, seed, quiet);
    print(run.run(out, json, command));
    return ExitCode.DONE;
  }

  /** The simulated server has no applications: what is for these is refused. */
  private int suite() throws EngineException {
    if (!testbed.isNamed(Suite.SERVER)) {
      throw EngineException.wrongInput("--suite is for --testbed " + Suite.SERVER);
    }
    refuse(Suite.SERVER);
    Suite wished = Suite.named(suite == null ? Suite.DEFAULT : suite);
    print(wished.print(seed, json, out));
    return ExitCode.DONE;
  }

  /** A testbed without applications has no use for what is said of them, nor for some more. */
  private void refuse(String testbed, String... more) {
    for (String option : Stream.concat(FOR_APPLICATIONS.stream(), Stream.of(more)).toList()) {
      if (isGiven(option)) {
        throw wrong(option + " is not for --testbed " + testbed);
      }
    }
  }

  private TrialConditions conditions(Testbed bed) throws EngineException {
    return TrialConditions.PAPER
        .with(new SettingDelays(nanos(delay), nanos(switchingDelay)))
        .with(ModelFile.settings(model))
        .withPowerLimit(powerLimit == null ? CardFigures.boardWatts(bed.gpu()) : powerLimit);
  }

  private static long nanos(@Nullable Duration delay) {
    return delay == null ? 0 : delay.toNanos();
  }
}
