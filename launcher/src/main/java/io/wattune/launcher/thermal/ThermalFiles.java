package io.wattune.launcher.thermal;

import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.floorplan.PowerTrace;
import io.wattune.core.thermal.hotspot.FloorPlanText;
import io.wattune.core.thermal.hotspot.HotspotFormatException;
import io.wattune.core.thermal.hotspot.PowerTraceText;
import io.wattune.core.thermal.hotspot.TemperatureText;
import io.wattune.core.thermal.hotspot.ThermalConfigText;
import io.wattune.launcher.command.CommandFailedException;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** HotSpot's files, as options name them. */
@CommandLineOnly
final class ThermalFiles {
  private static final long MOST_BYTES = 256L << 20;

  @Option(
      names = "--floorplan",
      required = true,
      paramLabel = "FILE",
      description = "HotSpot's .flp: a block a line, name, width, height, left, bottom in metres")
  private Path floorPlan = Path.of("chip.flp");

  @Option(
      names = "--power",
      required = true,
      paramLabel = "FILE",
      description =
          "HotSpot's .ptrace: a line of block names, then a line of watts for each interval")
  private Path power = Path.of("chip.ptrace");

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "HotSpot's .config: '-name value' a line; default: HotSpot's package")
  private @Nullable Path config;

  @Option(
      names = "--start",
      paramLabel = "FILE",
      description =
          "HotSpot's .init or .steady: temperatures at the start of a transient; default: the"
              + " configuration's -init_file, or else its -init_temp everywhere")
  private @Nullable Path start;

  FloorPlan floorPlan() throws CommandFailedException {
    try {
      return FloorPlanText.read(text(floorPlan));
    } catch (HotspotFormatException e) {
      throw bad(floorPlan, e);
    }
  }

  /** The trace, its columns in the plan's order. */
  PowerTrace power(FloorPlan plan) throws CommandFailedException {
    try {
      return PowerTraceText.read(text(power)).inOrderOf(plan);
    } catch (HotspotFormatException | IllegalArgumentException e) {
      throw bad(power, e);
    }
  }

  /** The configuration, and what of it is not known. */
  ThermalConfigText.Reading config() throws CommandFailedException {
    if (config == null) {
      return new ThermalConfigText.Reading(ThermalConfig.presets(), List.of());
    }
    try {
      return ThermalConfigText.read(text(config));
    } catch (HotspotFormatException e) {
      throw bad(config, e);
    }
  }

  /** What the configuration's file is called in messages. */
  String configName() {
    return config == null ? "HotSpot's presets" : "'" + config + "'";
  }

  /** The file with the temperatures at the start; null where there is none. */
  @Nullable Path startFile(ThermalConfig read) {
    if (start != null || read.startFile().isEmpty()) {
      return start;
    }
    Path file = Path.of(read.startFile().orElseThrow());
    Path folder = config == null ? null : config.toAbsolutePath().getParent();
    return folder == null ? file : folder.resolve(file);
  }

  static Map<String, Double> temperatures(Path file) throws CommandFailedException {
    try {
      return TemperatureText.read(text(file));
    } catch (HotspotFormatException e) {
      throw bad(file, e);
    }
  }

  static CommandFailedException bad(Path file, Exception e) {
    return CommandFailedException.usage("'" + file + "': " + e.getMessage());
  }

  private static String text(Path file) throws CommandFailedException {
    try {
      long bytes = Files.size(file);
      if (bytes > MOST_BYTES) {
        throw CommandFailedException.usage(
            "'" + file + "' has " + bytes + " bytes; it may have " + MOST_BYTES);
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw CommandFailedException.usage("'" + file + "' cannot be read: " + FailureWords.of(e));
    }
  }
}
