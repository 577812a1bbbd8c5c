package io.wattune.benchmarks;

import io.wattune.benchmarks.AccessBenchmark.Rates;
import io.wattune.benchmarks.AccessBenchmark.Round;
import io.wattune.benchmarks.pairs.PairedRatio;
import io.wattune.report.ReportTable;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune bench access}. */
@Command(
    name = "access",
    description = {
      "What TLS and a login cost: the same blocks sent to and read from two brokers, one in the"
          + " clear and one with TLS, a login by SCRAM and rights, by turns. Brokers and clients are"
          + " in one process: both sides of a connection are in the figures."
    },
    mixinStandardHelpOptions = true)
final class AccessCommand implements Callable<Integer> {
  private record Line(int round, String broker, Rates rates, Rates plain) {}

  private static final ReportTable<Line> TABLE =
      new ReportTable<Line>()
          .figures("round", "%.0f", Line::round)
          .words("broker", Line::broker)
          .figures("sent", "%.2f M/s", line -> line.rates().sent() * 1e-6)
          .figures("read", "%.2f M/s", line -> line.rates().read() * 1e-6)
          .figures("a block alone, p50", "%.2f ms", line -> line.rates().medianMillis())
          .figures("p99", "%.2f ms", line -> line.rates().slowMillis())
          .figures("sent / in the clear", "%.2f", line -> line.rates().sent() / line.plain().sent())
          .figures(
              "read / in the clear", "%.2f", line -> line.rates().read() / line.plain().read());

  @Option(
      names = "--readings",
      paramLabel = "N",
      defaultValue = "60000000",
      description = "Readings to each broker in each round (default: ${DEFAULT-VALUE}).")
  private long readings;

  @Option(
      names = "--polls",
      paramLabel = "N",
      defaultValue = "50",
      description = "Readings a block (default: ${DEFAULT-VALUE}).")
  private int polls;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "4",
      description = "How often each broker has its turn (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Override
  public Integer call() throws Exception {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(TABLE.markdownHead());
    int number = 1;
    List<Round> done = new AccessBenchmark(readings, polls).run(rounds, System.err);
    for (Round round : done) {
      out.println(TABLE.markdown(new Line(number, "in the clear", round.plain(), round.plain())));
      out.println(TABLE.markdown(new Line(number, "TLS, SCRAM", round.secured(), round.plain())));
      number++;
    }
    out.println();
    out.println(
        "TLS, SCRAM / in the clear, of pairs, with 95 % interval: sent "
            + ratio(done, Rates::sent)
            + ", read "
            + ratio(done, Rates::read)
            + ", a block alone, p50 "
            + ratio(done, Rates::medianMillis)
            + ", p99 "
            + ratio(done, Rates::slowMillis));
    return CommandLine.ExitCode.OK;
  }

  private static PairedRatio ratio(List<Round> rounds, ToDoubleFunction<Rates> of) {
    return PairedRatio.of(
        rounds.stream()
            .mapToDouble(
                round -> of.applyAsDouble(round.secured()) / of.applyAsDouble(round.plain()))
            .toArray());
  }
}
