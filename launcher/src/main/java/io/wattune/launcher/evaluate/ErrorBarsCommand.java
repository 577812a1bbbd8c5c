package io.wattune.launcher.evaluate;

import io.wattune.evaluation.errorbars.Coverage;
import io.wattune.evaluation.errorbars.ErrorBar;
import io.wattune.evaluation.errorbars.ErrorBars;
import io.wattune.evaluation.errorbars.ErrorBarsFolder;
import io.wattune.evaluation.errorbars.ErrorBarsReport;
import io.wattune.evaluation.recording.Recording;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
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
import picocli.CommandLine.Parameters;

/** {@code wattune evaluate error-bars}: whether stated errors are as large as errors are. */
@Command(
    name = "error-bars",
    sortOptions = false,
    description = {
      "Holds the ledger's entries of recorded cards against the meter that recorded beside them:"
          + " how many of the errors lie within one and two of the standard errors that the entries"
          + " state. Each power column is taken twice, calibrated with the meter and by its readings"
          + " alone."
    },
    exitCodeList = {
      "0:done, and nine errors in ten of each kind of entry lie within two stated errors",
      "1:they do not, or the recordings could not be used",
      "2:wrong arguments"
    })
@CommandLineOnly
public final class ErrorBarsCommand extends Subcommand {
  static final double WISHED_SHARE = 0.9;

  @Parameters(
      paramLabel = "FOLDER",
      description =
          "a folder of recordings: of each a folder with gpudata.csv, meter.csv and activity.csv")
  private Path recordings = Path.of("");

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      converter = Converters.ZoneName.class,
      description =
          "zone of the readings' time stamps, which are local time; default: this machine's zone")
  private @Nullable ZoneId timeZone;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "write the report there too, with a plot")
  private @Nullable Path folder;

  @Option(names = "--json", description = "print all entries as one JSON object")
  private boolean json;

  @Option(names = "--quiet", description = "no progress, only the result and errors")
  private boolean quiet;

  @Override
  public Integer call() throws EngineException {
    List<ErrorBar> bars;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      bars = ErrorBars.of(Recording.required(recordings), zone(), progress);
      if (folder != null) {
        progress.begin("plot", -1);
        ErrorBarsFolder.write(folder, bars);
      }
    } catch (IOException e) {
      throw EngineException.failed("cannot write the report: " + e.getMessage(), e);
    }
    print(json ? ErrorBarsReport.json(bars) : ErrorBarsReport.text(bars));
    return isAsWished(bars) ? ExitCode.DONE : ExitCode.FAILED;
  }

  /** Activities are many, and err less than windows do: each kind must do by itself. */
  private static boolean isAsWished(List<ErrorBar> bars) {
    return Coverage.by(bars, bar -> bar.kind().words()).stream()
        .allMatch(kind -> kind.within(2) >= WISHED_SHARE);
  }

  private ZoneId zone() {
    return timeZone == null ? ZoneId.systemDefault() : timeZone;
  }
}
