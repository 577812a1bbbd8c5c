package io.wattune.benchmarks.sharing;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune bench sharing}. */
@Command(
    name = "sharing",
    description = {
      "What activities cost the ledger of one device, one thread, at the default horizon of ten"
          + " minutes.",
      "With each minute all entries that are not final are looked at again; the longest call shows"
          + " that."
    },
    mixinStandardHelpOptions = true)
public final class SharingCommand implements Callable<Integer> {
  @Option(
      names = "--kernels",
      paramLabel = "RATE",
      split = ",",
      description = "Kernels that start in a second (default: 0,1,4,16).")
  private List<Double> rates = List.of(0.0, 1.0, 4.0, 16.0);

  @Override
  public Integer call() {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    new SharingBenchmark(rates.get(0)).run(); // warms up
    out.println(
        "| kernels a second | not final | entries put out | share of a core | longest call |");
    out.println("|--:|--:|--:|--:|--:|");
    for (double rate : rates) {
      SharingBenchmark.Row row = new SharingBenchmark(rate).run();
      out.println(
          String.format(
              Locale.ROOT,
              "| %.1f | %d | %d | %.3f %% | %.1f ms |",
              rate,
              row.pending(),
              row.entries(),
              100 * row.busyShare(),
              row.longestMillis()));
    }
    return CommandLine.ExitCode.OK;
  }
}
