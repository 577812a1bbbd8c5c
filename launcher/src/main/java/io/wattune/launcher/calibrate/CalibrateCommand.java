package io.wattune.launcher.calibrate;

import io.wattune.core.meter.IdlePower;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.ReadingsOptions;
import io.wattune.replay.InputReader;
import io.wattune.replay.OptionsCheck;
import io.wattune.replay.ReplayInput;
import io.wattune.replay.ReplayOptions;
import io.wattune.replay.calibration.CalibrationPlot;
import io.wattune.replay.calibration.CalibrationReport;
import io.wattune.replay.calibration.CalibrationRun;
import io.wattune.replay.calibration.SensorCalibration;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.report.plot.PlotFiles;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune calibrate}: readings to a sensor profile. */
@Command(
    name = "calibrate",
    sortOptions = false,
    description = {
      "Learns what kind of sensor recorded readings are from, and its constants, from the rising"
          + " edges in them or, better, from a power meter that recorded beside it. Nothing is"
          + " started.",
      "",
      "Where the readings do not show it, it says so, and the profile keeps what is assumed of such"
          + " a sensor, with its wide error. Good edges are steep, at random times, with a second of"
          + " steady power on both sides; forty of them are enough for most sensors.",
      "",
      "It also says the smallest and the shortest load of which such a sensor, polled as here, shows"
          + " the energy within 5 %%."
    },
    exitCodeList = {
      "0:done, whether the sensor's class is determined or not",
      "1:nothing in the input can be used, or the profile could not be written",
      "2:wrong arguments, or a file that is not there"
    })
@CommandLineOnly
public final class CalibrateCommand extends Subcommand {
  /** No board of any kind takes as much when it is idle. */
  private static final double MOST_IDLE_WATTS = 1000;

  @Mixin private ReadingsOptions readings = new ReadingsOptions();

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description =
          "the GPU's model, like K20m: what was published of its sensor is the prior, which its own"
              + " edges replace; default: column name of the readings, where there is one")
  private @Nullable String model;

  @Option(
      names = "--activity",
      paramLabel = "FILE",
      description =
          "what ran when: a CSV file with start_epoch_us,end_epoch_us,name[,level]; with --meter"
              + " the meter's clock is compared with the starts; may be given several times")
  private List<String> activityFiles = List.of();

  @Option(
      names = "--meter",
      paramLabel = "FILE",
      description =
          "what a power meter recorded at the same time, as epoch_us,watts; determines class,"
              + " constants and delay, and with --activity its own clock's error and the sensor's gain"
              + " and offset; needs one GPU")
  private @Nullable String meterFile;

  @Option(
      names = "--true-idle",
      paramLabel = "WATTS",
      description =
          "what the board truly takes when it is idle, as a node's own meter shows with it less"
              + " without it; sets the sensor's offset; needs one GPU, idle for some seconds")
  private @Nullable Double trueIdle;

  @Option(
      names = "--true-idle-error",
      paramLabel = "WATTS",
      description = "standard error of --true-idle; default: ${DEFAULT-VALUE}",
      defaultValue = "5")
  private double trueIdleError;

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      converter = Converters.ZoneName.class,
      description =
          "zone of the readings' time stamps, which are local time; default: this machine's zone")
  private @Nullable ZoneId timeZone;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "write the profile to this file, for replay --profile, and plots of the fit beside it;"
              + " what is there is replaced")
  private @Nullable Path out;

  @Option(names = "--json", description = "print the result as one JSON object")
  private boolean json;

  @Option(names = "--quiet", description = "no progress, only results and errors")
  private boolean quiet;

  @Override
  public Integer call() throws Exception {
    ReplayOptions options = options();
    OptionsCheck.check(options);
    requireWritable();
    requireKnownModel();
    requirePowers();
    List<SensorCalibration> all;
    ReplayInput input;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      input = new InputReader(options).read(progress);
      all = withIdle(CalibrationRun.of(input, model, progress));
      if (out != null) {
        progress.begin("write", all.size());
        write(all, out);
      }
    }
    print(
        json
            ? CalibrationReport.json(all, input.notes())
            : CalibrationReport.text(all, input.notes(), out));
    return ExitCode.DONE;
  }

  private ReplayOptions options() {
    return new ReplayOptions(
        readings.files(),
        readings.signal(),
        readings.device(),
        activityFiles,
        false,
        ReplayOptions.PROFILE_AUTO,
        meterFile,
        timeZone == null ? ZoneId.systemDefault() : timeZone,
        OptionalDouble.empty(),
        null,
        1,
        null,
        null,
        null,
        json,
        quiet,
        List.of());
  }

  private void requirePowers() throws EngineException {
    if (trueIdle == null) {
      return;
    }
    if (!(trueIdle >= 0 && trueIdle < MOST_IDLE_WATTS)) {
      throw EngineException.wrongInput(
          "--true-idle must be the watts of one idle board, 0 to 1000, was " + trueIdle);
    }
    if (!(trueIdleError > 0 && trueIdleError < MOST_IDLE_WATTS)) {
      throw EngineException.wrongInput(
          "--true-idle-error must be above 0 and below 1000 W, was " + trueIdleError);
    }
  }

  private List<SensorCalibration> withIdle(List<SensorCalibration> all) throws EngineException {
    if (trueIdle == null) {
      return all;
    }
    if (all.size() != 1) {
      throw EngineException.wrongInput(
          "--true-idle is of one GPU, the readings hold "
              + all.size()
              + "; choose the one that it is of with --device");
    }
    SensorCalibration one = all.get(0);
    DeviceTrace trace = one.trace();
    IdlePower idle =
        IdlePower.of(trueIdle, trueIdleError, trace.timesNanos(), trace.values(), trace.unit());
    if (!idle.isUsable()) {
      throw EngineException.failed(
          "--true-idle needs readings of the idle board over two seconds at least, and there are"
              + " not as many; record for longer");
    }
    return List.of(one.withIdle(idle));
  }

  private void requireWritable() throws EngineException {
    Path file = out;
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
      throw EngineException.wrongInput(
          "--out " + file + " must name a file in a folder that is there, like profile.json");
    }
  }

  private void requireKnownModel() throws EngineException {
    if (model != null && ProfileChoice.prior("", "", model).isEmpty()) {
      throw EngineException.wrongInput(
          "--model "
              + model
              + ": nothing is known of the sensors of that model; name it as nvidia-smi does, or"
              + " leave --model out");
    }
  }

  private static void write(List<SensorCalibration> all, Path file) throws EngineException {
    Path path = file.toAbsolutePath();
    Path folder = path.getParent();
    Path fileName = path.getFileName();
    if (folder == null || fileName == null) {
      throw new IllegalStateException(file + " was checked to be in a folder");
    }
    try {
      Files.writeString(
          path, ProfileFile.text(all.stream().map(SensorCalibration::profile).toList()) + "\n");
      String stem = fileName.toString().replaceFirst("\\.json$", "");
      for (int i = 0; i < all.size(); i++) {
        PlotFiles.write(
            CalibrationPlot.of(all.get(i)), folder, i == 0 ? stem : stem + "-" + (i + 1));
      }
    } catch (IOException e) {
      throw EngineException.failed(file + " could not be written: " + FailureWords.of(e), e);
    }
  }
}
