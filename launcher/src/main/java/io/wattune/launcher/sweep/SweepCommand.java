package io.wattune.launcher.sweep;

import io.wattune.evaluation.sweep.SweepWriter;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.sweep.Sweep;
import io.wattune.testbed.sweep.SweptPoint;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune sweep}: every kernel at every configuration, as a file to train models on. */
@Command(
    name = "sweep",
    sortOptions = false,
    description = {
      "Runs each kernel of a simulated GPU in each of its phases at each configuration, and writes"
          + " times, power and counters, as docs/reference/sweep.md says. What wattune train needs"
          + " of a real GPU is a file of the same form."
    },
    exitCodeList = {"0:done", "1:the file could not be written", "2:wrong arguments"})
@CommandLineOnly
public final class SweepCommand extends Subcommand {
  @Mixin private TestbedOptions options = new TestbedOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "sweep.csv",
      description = "the file to write; default: sweep.csv")
  private Path out = Path.of("sweep.csv");

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "10",
      description = "invocations that a time and a counter are the mean of; default: 10")
  @Bounds(lowest = "1", highest = "1000")
  private int repeats;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the noise of times and counters; default: 1")
  private long seed;

  @Option(names = "--quiet", description = "no progress, only errors")
  private boolean quiet;

  @Override
  public Integer call() throws EngineException {
    Testbed testbed = options.testbed();
    long rows;
    try (Progress progress = TerminalProgress.unless(quiet);
        Writer writer = Files.newBufferedWriter(out)) {
      rows = write(testbed, writer, progress);
    } catch (IOException e) {
      throw EngineException.failed("cannot write '" + out + "': " + e.getMessage(), e);
    }
    if (!quiet) {
      print(rows + " rows in " + out);
    }
    return ExitCode.DONE;
  }

  private long write(Testbed testbed, Writer writer, Progress progress) throws IOException {
    SweepWriter sweepWriter = SweepWriter.to(writer);
    var sweep = new Sweep(testbed, repeats, seed);
    long rows = 0;
    int done = 0;
    progress.begin("sweep", testbed.applications().size());
    for (Application application : testbed.applications()) {
      List<SweptPoint> swept = sweep.application(application);
      sweepWriter.write(swept);
      rows += swept.size();
      progress.reached(++done);
    }
    return rows;
  }
}
