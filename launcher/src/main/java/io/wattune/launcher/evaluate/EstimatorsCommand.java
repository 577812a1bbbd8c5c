package io.wattune.launcher.evaluate;

import io.wattune.evaluation.estimators.Comparison;
import io.wattune.evaluation.estimators.ComparisonFolder;
import io.wattune.evaluation.estimators.ComparisonReport;
import io.wattune.evaluation.recording.Recording;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Converters;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune evaluate estimators}: which estimator of true power is best where. */
@Command(
    name = "estimators",
    sortOptions = false,
    description = {
      "Compares estimators of true power, and the energies of activities from 20 ms to 5 s, on"
          + " simulated sensors of all classes, and says which one is chosen by a rule that is"
          + " fixed beforehand. On recorded cards true power is what the meter beside them saw."
    },
    exitCodeList = {
      "0:done",
      "1:the report could not be written, or the recordings not be used",
      "2:wrong arguments"
    })
@CommandLineOnly
public final class EstimatorsCommand extends Subcommand {
  @Option(
      names = "--traces",
      paramLabel = "N",
      defaultValue = "20",
      description = "how many traces of each sensor; default: ${DEFAULT-VALUE}")
  @Bounds(lowest = "1", highest = "1000")
  private int traces;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the first trace; default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--recordings",
      paramLabel = "DIR",
      description =
          "compare on recorded cards too: a folder that has of each a folder with gpudata.csv,"
              + " meter.csv and activity.csv")
  private @Nullable Path recordings;

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      converter = Converters.ZoneName.class,
      description =
          "zone of the recorded readings' time stamps, which are local time; default: this"
              + " machine's zone")
  private @Nullable ZoneId timeZone;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "write the report there too, with a plot of each sensor")
  private @Nullable Path folder;

  @Option(names = "--json", description = "print the scores as one JSON object")
  private boolean json;

  @Option(names = "--quiet", description = "no progress, only the scores and errors")
  private boolean quiet;

  @Override
  public Integer call() throws EngineException {
    Comparison comparison;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      comparison = Comparison.of(seed, traces, found(), zone(), progress);
      if (folder != null) {
        progress.begin("plot", -1);
        ComparisonFolder.write(folder, comparison);
      }
    } catch (IOException e) {
      throw EngineException.failed("cannot write the report: " + e.getMessage(), e);
    }
    String text = json ? ComparisonReport.json(comparison) : ComparisonReport.text(comparison);
    print(text);
    return ExitCode.DONE;
  }

  private List<Recording> found() throws EngineException {
    return recordings == null ? List.of() : Recording.required(recordings);
  }

  private ZoneId zone() {
    return timeZone == null ? ZoneId.systemDefault() : timeZone;
  }
}
