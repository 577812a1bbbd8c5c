package io.wattune.launcher.up;

import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.Converters;
import io.wattune.pipeline.KeepOptions;
import io.wattune.pipeline.Presence;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code wattune up} that say what is kept. */
final class KeepArguments {

  @Option(
      names = "--store",
      paramLabel = "on|off",
      defaultValue = "on",
      description =
          "whether power, energy, decisions and actuations are written to a time-series store of"
              + " this process; default: on")
  private Presence store = Presence.ON;

  @Option(
      names = "--store-port",
      paramLabel = "PORT",
      defaultValue = "9000",
      description = "the store's port; 0 for any free one; default: 9000")
  @Bounds(lowest = "0", highest = "65535")
  private int storePort;

  @Option(
      names = "--store-keep",
      paramLabel = "DURATION",
      defaultValue = "7d",
      converter = Converters.Span.class,
      description =
          "how long the store keeps a point: whole days, 1d to 3650d; up to a day more may be"
              + " there; default: 7d")
  private Duration storeKeep = Duration.ofDays(7);

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description =
          "archive readings, counters, activities, profiles, decisions and actuations to this"
              + " folder, which is new, empty, or an archive to go on with; default: no archive")
  private @Nullable Path archive;

  @Option(
      names = "--archive-age",
      paramLabel = "DURATION",
      defaultValue = "10m",
      converter = Converters.Span.class,
      description =
          "how long a record may wait until it is in the archive, like 30s or 10m; what waits is in"
              + " the broker; default: 10m")
  private Duration archiveAge = Duration.ofMinutes(10);

  KeepOptions options() {
    return new KeepOptions(
        store == Presence.ON ? storePort : null,
        storeKeep,
        archive == null ? null : archive.toAbsolutePath(),
        archiveAge);
  }
}
