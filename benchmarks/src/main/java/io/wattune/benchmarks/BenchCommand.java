package io.wattune.benchmarks;

import io.wattune.benchmarks.ThroughputBenchmark.Row;
import io.wattune.benchmarks.agent.AgentBenchCommand;
import io.wattune.benchmarks.archive.ArchiveBenchCommand;
import io.wattune.benchmarks.latency.LatencyCommand;
import io.wattune.benchmarks.sharing.SharingCommand;
import io.wattune.report.ReportTable;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune bench}: measures this machine. */
@Command(
    name = "wattune bench",
    description = "Measures how fast the parts of Wattune are on this machine.",
    mixinStandardHelpOptions = true,
    subcommands = {
      BenchCommand.Throughput.class,
      SharingCommand.class,
      AgentBenchCommand.class,
      LatencyCommand.class,
      ArchiveBenchCommand.class,
      CodesCommand.class,
      AccessCommand.class
    })
public final class BenchCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    new CommandLine(this).usage(System.out);
    return CommandLine.ExitCode.USAGE;
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new BenchCommand()).execute(args));
  }

  /** {@code wattune bench throughput}. */
  @Command(
      name = "throughput",
      description = {
        "Readings per second of the ledger job, topic to topic, with exactly-once energy.",
        "Beside it, in the same run: a bare loop, a consumer that only reads, the job with plain"
            + " first-order correction in the ledger's place, and the job with one record a"
            + " reading."
      },
      mixinStandardHelpOptions = true)
  static final class Throughput implements Callable<Integer> {
    @Option(
        names = "--readings",
        paramLabel = "N",
        defaultValue = "100000000",
        description = "Readings for blocks of 50 and more (default: ${DEFAULT-VALUE}).")
    private long readings;

    @Option(
        names = "--devices",
        paramLabel = "N",
        defaultValue = "200",
        description = "Devices that they come from (default: ${DEFAULT-VALUE}).")
    private int devices;

    @Option(
        names = "--parallelism",
        paramLabel = "N",
        defaultValue = "2",
        description = "Tasks of each operator (default: ${DEFAULT-VALUE}).")
    private int parallelism;

    @Option(
        names = "--blocks",
        paramLabel = "N",
        split = ",",
        description =
            "Readings a block; the last column compares with the first (default: 1,10,50,200).")
    private List<Integer> blocks = ThroughputBenchmark.BLOCKS;

    @Option(names = "--smoothed", description = "The ledger job puts out smoothed power as well.")
    private boolean smoothed;

    @Override
    public Integer call() throws Exception {
      var benchmark =
          new ThroughputBenchmark(devices, parallelism, readings, blocks, smoothed, System.err);
      print(benchmark.run());
      return CommandLine.ExitCode.OK;
    }

    private void print(List<Row> rows) {
      var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      double one = rows.get(0).job();
      out.println();
      var table =
          new ReportTable<Row>()
              .figures("polls a block", "%.0f", Row::polls)
              .figures("bytes a reading", "%.1f", Row::bytes)
              .figures("consumer only", "%.2f M/s", row -> row.consumer() * 1e-6)
              .figures("bare loop, 1 thread", "%.2f M/s", row -> row.bareLoop() * 1e-6)
              .figures("plain job", "%.2f M/s", row -> row.plain() * 1e-6)
              .figures("ledger job", "%.2f M/s", row -> row.job() * 1e-6)
              .figures("ledger / plain", "%.2f", row -> row.job() / row.plain())
              .figures("ledger / first", "%.1f", row -> row.job() / one);
      out.println(table.markdownHead());
      rows.forEach(row -> out.println(table.markdown(row)));
    }
  }
}
