package io.wattune.launcher.replay;

import io.wattune.kafka.HostPort;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.FlinkClientOption;
import io.wattune.launcher.option.KafkaClientOption;
import io.wattune.launcher.option.ReadingsOptions;
import io.wattune.replay.OptionsCheck;
import io.wattune.replay.ReplayOptions;
import io.wattune.replay.ReplayPlots;
import io.wattune.replay.ReplayRun;
import io.wattune.replay.report.JsonReport;
import io.wattune.replay.report.ReplayResult;
import io.wattune.replay.report.ReportFolder;
import io.wattune.replay.report.TextReport;
import io.wattune.report.ReportJson;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune replay}: arguments to options, result to reports. */
@Command(
    name = "replay",
    sortOptions = false,
    description = {
      "Replays recorded power readings through Kafka and Flink, and reports true power and the"
          + " energy of each activity. Nothing needs to be installed or running.",
      "",
      "Readings are what nvidia-smi writes, plain or gzipped, for example with",
      "nvidia-smi --query-gpu=timestamp,index,uuid,power.draw --format=csv -lms 10"
    },
    exitCodeList = {
      "0:done",
      "1:nothing in the input can be used, or the run failed",
      "2:wrong arguments, or a file that is not there",
      "130:stopped with Ctrl-C, after what was started has been stopped",
      "143:stopped with SIGTERM, likewise"
    })
@CommandLineOnly
public final class ReplayCommand extends Subcommand {
  @Mixin private ReadingsOptions readings = new ReadingsOptions();

  @Option(
      names = "--activity",
      paramLabel = "FILE",
      description =
          "what ran when, on every GPU: a CSV file with start_epoch_us,end_epoch_us,name[,level],"
              + " level being job, process, kernel, request or span; without one it is a span,"
              + " which only asks for the energy between two times, so that smoothed power is not"
              + " cut there; may be given several times")
  private List<String> activityFiles = List.of();

  @Option(
      names = "--detect",
      negatable = true,
      description =
          "find what ran by the power alone, with the error of each start and end; default: where"
              + " no activity is given; --no-detect leaves it out")
  private @Nullable Boolean detect;

  @Option(
      names = "--profile",
      paramLabel = "FILE|auto|model:NAME|none",
      defaultValue = ReplayOptions.PROFILE_AUTO,
      description =
          "what is known of the sensor: the profile.json of a report; auto (default) learns it"
              + " from the readings, and until then assumes what was published of the model that"
              + " their column name says, where there is one; model:NAME, like model:K20m, does so"
              + " with that model; none takes the readings as they stand")
  private String profile = ReplayOptions.PROFILE_AUTO;

  @Option(
      names = "--meter",
      paramLabel = "FILE",
      description =
          "what a power meter recorded at the same time, as epoch_us,watts: compared with readings"
              + " and true power; with --profile auto also the source of class, constants, gain and offset; needs"
              + " one GPU")
  private @Nullable String meterFile;

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      converter = Converters.ZoneName.class,
      description =
          "zone of the readings' time stamps, which are local time; default: this machine's zone")
  private @Nullable ZoneId timeZone;

  @Option(
      names = "--speed",
      paramLabel = "max|N",
      defaultValue = "max",
      converter = Converters.Speed.class,
      description = "N times as fast as it was recorded; default: max, as fast as possible")
  private @Nullable OptionalDouble speed;

  @Option(
      names = "--horizon",
      paramLabel = "DURATION",
      converter = Converters.Span.class,
      description =
          "how late a datum may come and still count, and how far back what is learned of a sensor"
              + " holds, like 90s, 10m or 2h; a short one needs less memory; of an archive 10m, as the live job has; default: the whole"
              + " trace, at least 10m")
  private @Nullable Duration horizon;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "parallel tasks of the job; default: the number of processors, at most 4")
  private @Nullable Integer parallelism;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "use this running Kafka cluster in place of an embedded broker")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--kafka-client",
      paramLabel = "FILE",
      description = "with --bootstrap: " + KafkaClientOption.MEANING)
  private @Nullable Path kafkaClient;

  @Option(
      names = "--flink",
      paramLabel = "HOST:PORT",
      converter = Converters.Address.class,
      description = "use this running Flink cluster (its REST address) in place of a local one")
  private @Nullable HostPort flink;

  @Option(
      names = "--flink-client",
      paramLabel = "FILE",
      description = "with --flink: " + FlinkClientOption.MEANING)
  private @Nullable Path flinkClient;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "also write the report's files and plots to this folder: new, empty, or a former report")
  private @Nullable Path out;

  @Option(names = "--json", description = "print the report as one JSON object")
  private boolean json;

  @Option(names = "--quiet", description = "no progress, only results and errors")
  private boolean quiet;

  @Override
  public Integer call() throws Exception {
    long startedNanos = System.nanoTime();
    ReplayOptions options = options();
    OptionsCheck.check(options);
    ReportFolder folder = options.out() == null ? null : ReportFolder.at(options.out());
    ReplayResult result;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      result = new ReplayRun(options, progress, startedNanos).run();
      if (folder != null) {
        progress.begin("report", 1);
        write(folder, result);
      }
    }
    print(
        options.json()
            ? ReportJson.pretty(JsonReport.of(result))
            : TextReport.of(result, folder == null ? null : folder.path()));
    return ExitCode.DONE;
  }

  private ReplayOptions options() throws EngineException {
    int processors = Math.min(4, Runtime.getRuntime().availableProcessors());
    return new ReplayOptions(
        readings.files(),
        readings.signal(),
        readings.device(),
        activityFiles,
        detect,
        profile,
        meterFile,
        timeZone == null ? ZoneId.systemDefault() : timeZone,
        speed == null ? OptionalDouble.empty() : speed,
        horizon,
        parallelism == null ? processors : parallelism,
        bootstrapServers == null ? null : KafkaClientOption.access(bootstrapServers, kafkaClient),
        flink == null ? null : FlinkClientOption.access(flink, flinkClient),
        out,
        json,
        quiet,
        arguments());
  }

  private static void write(ReportFolder folder, ReplayResult result) throws EngineException {
    try {
      folder.write(result, ReplayPlots::write);
    } catch (IOException e) {
      throw EngineException.failed(
          "the report could not be written to " + folder.path() + ": " + FailureWords.of(e), e);
    }
  }
}
