package io.wattune.launcher.thermal;

import io.wattune.core.thermal.config.ModelKind;
import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.floorplan.PowerTrace;
import io.wattune.core.thermal.hotspot.ThermalConfigText;
import io.wattune.core.thermal.model.ThermalModel;
import io.wattune.core.thermal.solver.ThermalRunawayException;
import io.wattune.evaluation.heat.HotspotFiles;
import io.wattune.evaluation.thermal.ThermalFolder;
import io.wattune.evaluation.thermal.ThermalReport;
import io.wattune.evaluation.thermal.ThermalRun;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune thermal}: how hot a chip's blocks get. */
@Command(
    name = "thermal",
    sortOptions = false,
    description = {
      "Solves how heat flows through a chip and its package, from HotSpot's files: where"
          + " temperatures settle under the mean of the power trace, or with --transient how they"
          + " go along it (docs/reference/thermal.md)."
    },
    exitCodeList = {
      "0:done",
      "1:the result could not be written, or leakage runs away: there is no steady state",
      "2:wrong arguments, or files that cannot be used"
    })
@CommandLineOnly
public final class ThermalCommand extends Subcommand {
  @Mixin private ThermalFiles files = new ThermalFiles();

  @Option(
      names = "--model",
      paramLabel = "block|grid",
      defaultValue = "grid",
      description =
          "a node for each block, or equal cells; the configuration's -model_type does not count;"
              + " default: grid")
  private ModelKind model = ModelKind.GRID;

  @Option(
      names = "--grid",
      paramLabel = "ROWSxCOLUMNS",
      converter = GridSize.Converter.class,
      description = "cells of the grid; default: the configuration's, or else 64x64")
  private @Nullable GridSize grid;

  @Option(names = "--transient", description = "follow temperatures along the power trace")
  private boolean isTransient;

  @Option(
      names = "--json",
      description =
          "print blocks {name, kelvin}, grid {rows, columns, kelvin row by row from the top} and"
              + " the seconds that it took as one JSON object")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "write the JSON object, a picture of the map, and temperatures as HotSpot's files there,"
              + " too")
  private @Nullable Path folder;

  @Option(
      names = "--quiet",
      description = "no progress and no warnings, only the result and errors")
  private boolean quiet;

  @Override
  public Integer call() throws EngineException {
    FloorPlan plan = files.floorPlan();
    PowerTrace trace = files.power(plan);
    ThermalConfigText.Reading reading = files.config();
    warn(reading);
    ThermalRun run;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      run = run(ThermalModel.of(plan, wanted(reading.config())), trace, progress);
    } catch (ThermalRunawayException e) {
      throw EngineException.failed(String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(
          "the floor plan with " + files.configName() + ": " + e.getMessage());
    }
    if (folder != null) {
      ThermalFolder.write(folder, run);
    }
    print(json ? ThermalReport.json(run) : ThermalReport.text(run));
    return ExitCode.DONE;
  }

  private ThermalConfig wanted(ThermalConfig read) {
    ThermalConfig config = read.with(model);
    return grid == null
        ? config
        : config.with(Parameter.GRID_ROWS, grid.rows()).with(Parameter.GRID_COLS, grid.columns());
  }

  private ThermalRun run(ThermalModel chip, PowerTrace trace, Progress progress)
      throws EngineException {
    ThermalConfig config = chip.config();
    if (!isTransient) {
      return ThermalRun.steady(chip, trace);
    }
    Path file = files.startFile(config);
    double[] start;
    if (file == null) {
      start = chip.uniform(config.get(Parameter.INIT_TEMP));
    } else {
      try {
        start = chip.riseByName(HotspotFiles.temperatures(file));
      } catch (IllegalArgumentException e) {
        throw HotspotFiles.bad(file, e);
      }
    }
    return ThermalRun.along(chip, trace, start, config.get(Parameter.SAMPLING_INTVL), progress);
  }

  /** A misspelt name must not pass in silence: it leaves a preset in force. */
  private void warn(ThermalConfigText.Reading reading) {
    if (!quiet) {
      for (String unknown : reading.unknown()) {
        printAside(files.configName() + ", " + unknown + " is not known and not used");
      }
    }
  }
}
