package io.wattune.benchmarks;

import io.wattune.benchmarks.CodesBenchmark.Round;
import io.wattune.benchmarks.pairs.PairedRatio;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
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
    var benchmark = new CodesBenchmark(200);
    out.println("| polls a block | bytes a block | to send it | to check it |");
    out.println("|--:|--:|--:|--:|");
    for (int polls : blocks) {
      var cost = benchmark.block(polls);
      out.println(
          String.format(
              Locale.ROOT,
              "| %d | %d | %.2f us | %.2f us |",
              cost.polls(),
              cost.bytes(),
              cost.stampMicros(),
              cost.checkMicros()));
    }
    out.println();
    out.println("| round | without the check | with it | with / without |");
    out.println("|--:|--:|--:|--:|");
    int polls = blocks.get(blocks.size() - 1);
    int number = 1;
    List<Round> done = benchmark.ledger(readings, polls, parallelism, rounds, System.err);
    for (Round round : done) {
      out.println(
          String.format(
              Locale.ROOT,
              "| %d | %.2f M/s | %.2f M/s | %.3f |",
              number++,
              round.without() * 1e-6,
              round.with() * 1e-6,
              round.with() / round.without()));
    }
    out.println();
    out.println(
        "with the check / without it, of pairs, with 95 % interval: "
            + PairedRatio.of(
                done.stream().mapToDouble(round -> round.with() / round.without()).toArray()));
    return CommandLine.ExitCode.OK;
  }
}
