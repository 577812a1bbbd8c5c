package io.wattune.evaluation.heat;

import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.floorplan.PowerTrace;
import io.wattune.core.thermal.hotspot.FloorPlanText;
import io.wattune.core.thermal.hotspot.HotspotFormatException;
import io.wattune.core.thermal.hotspot.PowerTraceText;
import io.wattune.core.thermal.hotspot.TemperatureText;
import io.wattune.core.thermal.hotspot.ThermalConfigText;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Reads HotSpot's files; what is wrong in one is said with its name. */
public final class HotspotFiles {
  private static final long MOST_BYTES = 256L << 20;

  private HotspotFiles() {}

  /** A floor plan. */
  public static FloorPlan floorPlan(Path file) throws EngineException {
    return read(file, FloorPlanText::read);
  }

  /** A trace of power, its columns in the plan's order. */
  public static PowerTrace power(Path file, FloorPlan plan) throws EngineException {
    return read(file, text -> PowerTraceText.read(text).inOrderOf(plan));
  }

  /** A configuration, and what of it is not known. */
  public static ThermalConfigText.Reading config(Path file) throws EngineException {
    return read(file, ThermalConfigText::read);
  }

  /** Temperatures by name. */
  public static Map<String, Double> temperatures(Path file) throws EngineException {
    return read(file, TemperatureText::read);
  }

  /** A file that does not fit. */
  public static EngineException bad(Path file, Exception e) {
    return EngineException.wrongInput("'" + file + "': " + e.getMessage());
  }

  private interface Parser<T> {
    T parse(String text) throws HotspotFormatException;
  }

  private static <T> T read(Path file, Parser<T> parser) throws EngineException {
    try {
      long bytes = Files.size(file);
      if (bytes > MOST_BYTES) {
        throw EngineException.wrongInput(
            "'" + file + "' has " + bytes + " bytes; it may have " + MOST_BYTES);
      }
      return parser.parse(Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw EngineException.wrongInput("'" + file + "' cannot be read: " + FailureWords.of(e));
    } catch (HotspotFormatException | IllegalArgumentException e) {
      throw bad(file, e);
    }
  }
}
