package io.wattune.benchmarks.sharing;

import io.wattune.report.ReportTable;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
  private static final ReportTable<SharingBenchmark.Row> TABLE =
      new ReportTable<SharingBenchmark.Row>()
          .figures("kernels a second", "%.1f", SharingBenchmark.Row::kernelsPerSecond)
          .figures("not final", "%.0f", SharingBenchmark.Row::pending)
          .figures("entries put out", "%.0f", SharingBenchmark.Row::entries)
          .figures("share of a core", "%.3f %%", row -> 100 * row.busyShare())
          .figures("longest call", "%.1f ms", SharingBenchmark.Row::longestMillis);

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
    out.println(TABLE.markdownHead());
    for (double rate : rates) {
      out.println(TABLE.markdown(new SharingBenchmark(rate).run()));
    }
    return CommandLine.ExitCode.OK;
  }
}
