package io.wattune.launcher.energymodel;

import io.wattune.evaluation.energymodel.MeasurementFiles;
import io.wattune.launcher.option.CommandLineOnly;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which two tables a model is fitted to, and how their columns are to be taken. */
@CommandLineOnly
final class MeasurementOptions {
  @Option(
      names = "--counters",
      required = true,
      paramLabel = "FILE",
      description =
          "table of counters: a header, then a kernel a line; its name comes first, other columns of"
              + " texts are names too, columns of numbers are counters")
  private Path counters = Path.of("counters.csv");

  @Option(
      names = "--power",
      required = true,
      paramLabel = "FILE",
      description =
          "table of power: a header, then a kernel a line; its name comes first. Its watts are the"
              + " first column of numbers that has power or watts in its name, or else the first"
              + " column of numbers")
  private Path power = Path.of("power.csv");

  @Option(
      names = "--time-column",
      paramLabel = "NAME|none",
      description =
          "counter by which totals are divided, or 'none' where all are rates; default: the one whose"
              + " name says a time (time, duration, runtime, seconds), or else elapsed cycles, or"
              + " else cycles")
  private @Nullable String timeColumn;

  @Option(
      names = "--level",
      paramLabel = "NAME",
      split = ",",
      description =
          "counters that are not divided by time; default: those that say so (duty, util, ratio,"
              + " rate, percent, occupancy, clock, SMs and others) or lie from 0 to 1")
  private List<String> levels = new ArrayList<>();

  @Option(
      names = "--ignore",
      paramLabel = "NAME",
      split = ",",
      description = "counters that are not used")
  private List<String> ignored = new ArrayList<>();

  /** The tables. */
  MeasurementFiles files() {
    return new MeasurementFiles(counters, power, timeColumn, levels, ignored);
  }
}
