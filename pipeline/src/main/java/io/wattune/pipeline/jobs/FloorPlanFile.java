package io.wattune.pipeline.jobs;

import io.wattune.core.thermal.hotspot.HotspotFormatException;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.core.thermal.live.PreparedPlan;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.json.StrictJson;
import io.wattune.schemas.json.WrongJsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A floor plan as {@code --floor-plan DEVICE=FILE} names it. Files within it are found beside it.
 */
public final class FloorPlanFile {
  /** Path of the plan; the others may be left out. */
  private static final String PLAN = "floorPlan";

  /** Path of the package; a usual one where it is left out. */
  private static final String CONFIG = "config";

  /** Weights of groups of blocks, by component; the usual ones where it is left out. */
  private static final String MAPPING = "mapping";

  /** Where the sensor is; nobody knows where it is left out. */
  private static final String SENSOR = "sensorBlock";

  private FloorPlanFile() {}

  public static GivenPlan read(String option) throws EngineException {
    int at = option.lastIndexOf('=');
    if (at < 1 || at == option.length() - 1) {
      throw wrong("expected DEVICE=FILE, was '" + option + "'");
    }
    Path file = Path.of(option.substring(at + 1));
    try {
      StrictJson content =
          StrictJson.read(Files.readAllBytes(file), StrictJson.FIRST)
              .allow(List.of(PLAN, CONFIG, MAPPING, SENSOR));
      if (!content.has(PLAN)) {
        throw wrong("'" + file + "' needs \"floorPlan\", the path of a HotSpot floor plan");
      }
      String plan = content.text(PLAN);
      var given =
          new GivenPlan(
              option.substring(0, at),
              String.valueOf(Path.of(plan).getFileName()),
              Files.readString(file.resolveSibling(plan)),
              content.has(CONFIG)
                  ? Files.readString(file.resolveSibling(content.text(CONFIG)))
                  : null,
              content.has(MAPPING) ? weights(content.object(MAPPING)) : Map.of(),
              content.has(SENSOR) ? content.text(SENSOR) : null);
      // Whatever does not fit is to be said here, not in a task.
      new PreparedPlan(given.plan());
      return given;
    } catch (IOException e) {
      throw wrong("'" + file + "' cannot be read: " + FailureWords.of(e));
    } catch (HotspotFormatException | WrongJsonException | IllegalArgumentException e) {
      throw wrong("'" + file + "': " + e.getMessage());
    }
  }

  private static Map<String, Map<String, Double>> weights(StrictJson mapping) {
    Map<String, Map<String, Double>> weights = new TreeMap<>();
    for (String component : mapping.keys()) {
      StrictJson groups = mapping.object(component);
      Map<String, Double> ofGroups = new TreeMap<>();
      groups.keys().forEach(group -> ofGroups.put(group, groups.number(group)));
      weights.put(component, ofGroups);
    }
    return weights;
  }

  private static EngineException wrong(String what) {
    return EngineException.wrongInput("--floor-plan: " + what);
  }
}
