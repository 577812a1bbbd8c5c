package io.wattune.replay.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.wattune.core.sensor.SensorProfile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reports that go to standard output. */
public final class Reports {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Reports() {}

  /** The report for people; {@code folder} is where the files are, when there are any. */
  public static String text(ReplayResult result, @Nullable Path folder) {
    return TextReport.of(result, folder);
  }

  /** The report for programs: one JSON object. */
  public static String json(ReplayResult result) {
    return pretty(JsonReport.of(result));
  }

  /** What is known of a device's sensor, in words, line by line. */
  public static List<String> sensorWords(DeviceResult device) {
    return sensorWords(device.profile());
  }

  /** A sensor profile in words, line by line. */
  public static List<String> sensorWords(SensorProfile profile) {
    return SensorText.of(profile);
  }

  /** JSON as it is printed and written. */
  public static String pretty(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report could not be written as JSON", e);
    }
  }
}
