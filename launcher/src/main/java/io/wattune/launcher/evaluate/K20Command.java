package io.wattune.launcher.evaluate;

import io.wattune.evaluation.k20.K20Report;
import io.wattune.evaluation.k20.K20Row;
import io.wattune.evaluation.k20.K20Runs;
import io.wattune.evaluation.k20.K20Table;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune evaluate k20}: the first paper's table beside ours. */
@Command(
    name = "k20",
    sortOptions = false,
    description = {
      "Runs the kernels of Burtscher et al. 2014 on a simulated K20, reads it as they did, takes the"
          + " readings through broker, Flink and ledger, and prints their figures beside ours."
    },
    exitCodeList = {
      "0:done, and every figure lies where it should",
      "1:a figure does not, or the run failed",
      "2:wrong arguments",
      "130:stopped with Ctrl-C, after what was started has been stopped",
      "143:stopped with SIGTERM, likewise"
    })
@CommandLineOnly
public final class K20Command extends Subcommand {
  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "200",
      description = "how many runs of 0.107 s; default: ${DEFAULT-VALUE}")
  @Bounds(lowest = "1", highest = "1000")
  private int runs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "2014",
      description = "seed of noise, phases and polls; default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(names = "--json", description = "print the table as one JSON object")
  private boolean json;

  @Option(names = "--quiet", description = "no progress, only the table and errors")
  private boolean quiet;

  @Override
  public Integer call() throws Exception {
    List<K20Row> rows;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      K20Runs simulated = K20Runs.simulate(seed, runs, progress);
      int processors = Math.min(4, Runtime.getRuntime().availableProcessors());
      List<String> command = arguments();
      rows = K20Table.of(simulated, simulated.replay(processors, progress, command));
    }
    print(json ? K20Report.json(rows, seed) : K20Report.text(rows));
    return rows.stream().allMatch(K20Row::isMet) ? ExitCode.DONE : ExitCode.FAILED;
  }
}
