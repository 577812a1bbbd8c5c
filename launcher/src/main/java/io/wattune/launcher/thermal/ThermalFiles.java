package io.wattune.launcher.thermal;

import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.floorplan.PowerTrace;
import io.wattune.core.thermal.hotspot.ThermalConfigText;
import io.wattune.evaluation.heat.HotspotFiles;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** HotSpot's files, as options name them. */
@CommandLineOnly
final class ThermalFiles {
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

  FloorPlan floorPlan() throws EngineException {
    return HotspotFiles.floorPlan(floorPlan);
  }

  /** The trace, its columns in the plan's order. */
  PowerTrace power(FloorPlan plan) throws EngineException {
    return HotspotFiles.power(power, plan);
  }

  /** The configuration, and what of it is not known. */
  ThermalConfigText.Reading config() throws EngineException {
    return config == null
        ? new ThermalConfigText.Reading(ThermalConfig.presets(), List.of())
        : HotspotFiles.config(config);
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
}
