package io.wattune.pipeline.jobs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.wattune.core.thermal.hotspot.HotspotFormatException;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.core.thermal.live.HeatMap;
import io.wattune.pipeline.PipelineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A floor plan as {@code --floor-plan DEVICE=FILE} names it. Files within it are found beside it.
 */
public final class FloorPlanFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /**
   * What the file has.
   *
   * @param floorPlan path of the plan
   * @param config path of the package; null for a usual one
   * @param mapping weights of groups of blocks, by component; null for the usual ones
   * @param sensorBlock where the sensor is; null where nobody knows
   */
  private record Content(
      @Nullable String floorPlan,
      @Nullable String config,
      @Nullable Map<String, Map<String, Double>> mapping,
      @Nullable String sensorBlock) {}

  private FloorPlanFile() {}

  public static GivenPlan read(String option) throws PipelineException {
    int at = option.lastIndexOf('=');
    if (at < 1 || at == option.length() - 1) {
      throw wrong("expected DEVICE=FILE, was '" + option + "'");
    }
    Path file = Path.of(option.substring(at + 1));
    try {
      Content content = JSON.readValue(Files.readString(file), Content.class);
      String plan = content.floorPlan();
      if (plan == null) {
        throw wrong("'" + file + "' needs \"floorPlan\", the path of a HotSpot floor plan");
      }
      String config = content.config();
      var mapping = content.mapping();
      var given =
          new GivenPlan(
              option.substring(0, at),
              String.valueOf(Path.of(plan).getFileName()),
              Files.readString(file.resolveSibling(plan)),
              config == null ? null : Files.readString(file.resolveSibling(config)),
              mapping == null ? Map.of() : mapping,
              content.sensorBlock());
      // Whatever does not fit is to be said here, not in a task.
      new HeatMap(given.plan());
      return given;
    } catch (JsonProcessingException e) {
      throw wrong("'" + file + "' is not as it should be: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw wrong("'" + file + "' cannot be read: " + FailureWords.of(e));
    } catch (HotspotFormatException | IllegalArgumentException e) {
      throw wrong("'" + file + "': " + e.getMessage());
    }
  }

  private static PipelineException wrong(String what) {
    return PipelineException.wrongInput("--floor-plan: " + what);
  }
}
