package io.wattune.benchmarks;

import io.wattune.benchmarks.pairs.Pair;
import io.wattune.benchmarks.pairs.PairedRatio;
import io.wattune.report.ReportTable;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune bench codes}. */
@Command(
    name = "codes",
    description = {
      "What nodes' codes cost: a block that is sent or checked, one thread, processor time; and the"
          + " ledger job, over the same topics without and with the check by turns."
    },
    mixinStandardHelpOptions = true)
final class CodesCommand implements Callable<Integer> {
  private static final ReportTable<CodesBenchmark.BlockCost> COSTS =
      new ReportTable<CodesBenchmark.BlockCost>()
          .figures("polls a block", "%.0f", CodesBenchmark.BlockCost::polls)
          .figures("bytes a block", "%.0f", CodesBenchmark.BlockCost::bytes)
          .figures("to send it", "%.2f us", CodesBenchmark.BlockCost::stampMicros)
          .figures("to check it", "%.2f us", CodesBenchmark.BlockCost::checkMicros);

  @Option(
      names = "--readings",
      paramLabel = "N",
      defaultValue = "50000000",
      description = "Readings that the job reads each time (default: ${DEFAULT-VALUE}).")
  private long readings;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      split = ",",
      description = "Readings a block; the job has the last (default: 10,200,50).")
  private List<Integer> blocks = List.of(10, 200, 50);

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "4",
      description = "How often the job runs each way (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "2",
      description = "Tasks of each operator (default: ${DEFAULT-VALUE}).")
  private int parallelism;

  @Override
  public Integer call() throws Exception {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var benchmark = new CodesBenchmark();
    out.println(COSTS.markdownHead());
    for (int polls : blocks) {
      out.println(COSTS.markdown(benchmark.block(polls)));
    }
    out.println();
    int polls = blocks.get(blocks.size() - 1);
    List<Pair<Double>> done = benchmark.ledger(readings, polls, parallelism, rounds, System.err);
    ReportTable<Pair<Double>> ratios =
        new ReportTable<Pair<Double>>()
            .figures("round", "%.0f", pair -> done.indexOf(pair) + 1)
            .figures("without the check", "%.2f M/s", pair -> pair.plain() * 1e-6)
            .figures("with it", "%.2f M/s", pair -> pair.other() * 1e-6)
            .figures("with / without", "%.3f", pair -> pair.other() / pair.plain());
    out.println(ratios.markdownHead());
    done.forEach(pair -> out.println(ratios.markdown(pair)));
    out.println();
    out.println(
        "with the check / without it, of pairs, with 95 % interval: "
            + PairedRatio.of(done, Double::doubleValue));
    return CommandLine.ExitCode.OK;
  }
}
