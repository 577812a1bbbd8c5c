package io.wattune.control.serving;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The file of a model's profile on a server, documented in docs/reference/serving-profile.md. Read
 * strictly: a key that is not known, or a value of another kind, ends it.
 */
public final class ServingProfileFile {
  /** Of the key {@code format}. */
  public static final String FORMAT = "wattune-serving-profile/1";

  /** 540 rows are some 60 kB; more than this is something else. */
  private static final long MOST_BYTES = 16_000_000;

  private static final Set<String> KEYS =
      Set.of("format", "model", "latencySpread", "measured", "largestSecondsError", "rows");
  private static final Set<String> ROW_KEYS =
      Set.of("megaHertz", "units", "seconds", "busyWatts", "waitingWatts");

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String file;

  private ServingProfileFile(String file) {
    this.file = file;
  }

  /** Reads a file. */
  public static MeasuredProfile read(Path path) throws ServingProfileException {
    var file = new ServingProfileFile(path.toString());
    try {
      if (Files.size(path) > MOST_BYTES) {
        throw file.wrong("it has more than " + MOST_BYTES + " bytes");
      }
      return file.profile(JSON.readTree(Files.readAllBytes(path)));
    } catch (JsonProcessingException e) {
      throw file.wrong("it is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw file.wrong("it cannot be read: " + FailureWords.of(e));
    } catch (IllegalArgumentException e) {
      throw file.wrong(String.valueOf(e.getMessage()));
    }
  }

  private MeasuredProfile profile(JsonNode root) throws ServingProfileException {
    known(root, KEYS);
    String format = text(root, "format");
    if (!format.equals(FORMAT)) {
      throw wrong("format must be '" + FORMAT + "', was '" + format + "'");
    }
    List<MeasuredProfile.Row> rows = new ArrayList<>();
    if (!root.path("rows").isArray()) {
      throw wrong("the key 'rows' must be there and be a list");
    }
    for (JsonNode row : root.path("rows")) {
      known(row, ROW_KEYS);
      rows.add(
          new MeasuredProfile.Row(
              whole(row, "megaHertz"),
              whole(row, "units"),
              number(row, "seconds"),
              number(row, "busyWatts"),
              number(row, "waitingWatts")));
    }
    return new MeasuredProfile(text(root, "model"), number(root, "latencySpread"), rows);
  }

  private void known(JsonNode node, Set<String> keys) throws ServingProfileException {
    if (!node.isObject()) {
      throw wrong("the whole, and each of 'rows', must be an object");
    }
    Set<String> others = new TreeSet<>();
    node.fieldNames().forEachRemaining(others::add);
    others.removeAll(keys);
    if (!others.isEmpty()) {
      throw wrong("there are no keys " + others + "; there are " + new TreeSet<>(keys));
    }
  }

  private String text(JsonNode node, String key) throws ServingProfileException {
    if (!node.path(key).isTextual()) {
      throw wrong("the key '" + key + "' must be there and be a text");
    }
    return node.path(key).asText();
  }

  private int whole(JsonNode node, String key) throws ServingProfileException {
    if (!node.path(key).isInt() || node.path(key).asInt() < 1) {
      throw wrong("the key '" + key + "' must be there and be a whole number from 1 on");
    }
    return node.path(key).asInt();
  }

  private double number(JsonNode node, String key) throws ServingProfileException {
    if (!node.path(key).isNumber()) {
      throw wrong("the key '" + key + "' must be there and be a number");
    }
    return node.path(key).asDouble();
  }

  private ServingProfileException wrong(String what) {
    return new ServingProfileException("the serving profile '" + file + "': " + what);
  }

  /**
   * The text of a file.
   *
   * @param measured how many of the rows were measured; the others were made of these
   * @param largestSecondsError part by which a time that was not measured is off at most
   */
  public static String text(MeasuredProfile profile, int measured, double largestSecondsError) {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    root.put("model", profile.model());
    root.put("latencySpread", profile.spread());
    root.put("measured", measured);
    root.put("largestSecondsError", largestSecondsError);
    var rows = root.putArray("rows");
    for (MeasuredProfile.Row row : profile.rows()) {
      rows.addObject()
          .put("megaHertz", row.megaHertz())
          .put("units", row.units())
          .put("seconds", row.seconds())
          .put("busyWatts", row.busyWatts())
          .put("waitingWatts", row.waitingWatts());
    }
    try {
      return JSON.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts is always JSON", e);
    }
  }
}
