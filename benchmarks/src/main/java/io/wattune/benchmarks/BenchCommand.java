package io.wattune.benchmarks;

import io.wattune.benchmarks.agent.AgentBenchCommand;
import io.wattune.benchmarks.latency.LatencyCommand;
import io.wattune.benchmarks.sharing.SharingCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code wattune bench}: measures this machine. */
@Command(
    name = "wattune bench",
    description = "Measures how fast the parts of Wattune are on this machine.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ThroughputCommand.class,
      SharingCommand.class,
      AgentBenchCommand.class,
      LatencyCommand.class,
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
}
