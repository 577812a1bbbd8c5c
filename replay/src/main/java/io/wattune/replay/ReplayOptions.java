package io.wattune.replay;

import io.wattune.embedded.flink.FlinkAccess;
import io.wattune.kafka.KafkaAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a replay was asked to do.
 *
 * @param files files of readings; {@code -} for standard input
 * @param signal power column to use; null to choose
 * @param device only device to use; null for all
 * @param activityFiles files of activities, which hold for every device
 * @param detect whether loads are detected; null where no activity is given
 * @param profile {@code auto}, {@code model:NAME}, {@code none}, or a file of sensor profiles
 * @param meterFile recording of an external power meter
 * @param timeZone zone of the readings' time stamps
 * @param speed factor of real time; empty for as fast as possible
 * @param horizon how long after its time a datum may come; null for as long as the trace
 * @param parallelism parallel tasks of the job
 * @param kafka how Kafka is reached
 * @param flink how a running Flink cluster is reached; null for the embedded one
 * @param out folder for the report's files; null for none
 * @param json whether the report on standard output is JSON
 * @param quiet whether nothing but results and errors is printed
 * @param command the command line as it was given, for the report
 */
public record ReplayOptions(
    List<String> files,
    @Nullable String signal,
    @Nullable String device,
    List<String> activityFiles,
    @Nullable Boolean detect,
    String profile,
    @Nullable String meterFile,
    ZoneId timeZone,
    OptionalDouble speed,
    @Nullable Duration horizon,
    int parallelism,
    @Nullable KafkaAccess kafka,
    @Nullable FlinkAccess flink,
    @Nullable Path out,
    boolean json,
    boolean quiet,
    List<String> command) {

  public static final String PROFILE_AUTO = "auto";
  static final String PROFILE_NONE = "none";

  /** Before a model's name: learn, from what was published of it. */
  static final String PROFILE_MODEL = "model:";

  /** Of traces that are in no file: as fast as possible, with servers of its own. */
  static ReplayOptions ofTraces(int parallelism, List<String> command) {
    return new ReplayOptions(
        List.of(),
        null,
        null,
        List.of(),
        false,
        PROFILE_AUTO,
        null,
        ZoneOffset.UTC,
        OptionalDouble.empty(),
        null,
        parallelism,
        null,
        null,
        null,
        false,
        true,
        command);
  }

  public ReplayOptions {
    files = List.copyOf(files);
    activityFiles = List.copyOf(activityFiles);
    command = List.copyOf(command);
  }
}
