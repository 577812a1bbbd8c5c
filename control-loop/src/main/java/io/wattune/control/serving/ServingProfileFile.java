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
import io.wattune.core.serving.MeasuredProfile.Batches;
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
      Set.of(
          "format",
          "model",
          "latencySpread",
          "measured",
          "largestSecondsError",
          "batchLimit",
          "largestBatch",
          "batchError",
          "rows");
  private static final Set<String> ROW_KEYS =
      Set.of(
          "megaHertz",
          "units",
          "seconds",
          "busyWatts",
          "waitingWatts",
          "furtherSeconds",
          "furtherJoules");

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
    boolean hasBatches = root.has("largestBatch");
    var batches =
        hasBatches
            ? new Batches(
                whole(root, "batchLimit"), whole(root, "largestBatch"), number(root, "batchError"))
            : Batches.NONE;
    if (!hasBatches && (root.has("batchLimit") || root.has("batchError"))) {
      throw wrong("the keys 'batchLimit' and 'batchError' need 'largestBatch'");
    }
    List<MeasuredProfile.Row> rows = new ArrayList<>();
    if (!root.path("rows").isArray()) {
      throw wrong("the key 'rows' must be there and be a list");
    }
    for (JsonNode row : root.path("rows")) {
      known(row, ROW_KEYS);
      rows.add(row(row, hasBatches));
    }
    return new MeasuredProfile(text(root, "model"), number(root, "latencySpread"), batches, rows);
  }

  private MeasuredProfile.Row row(JsonNode row, boolean hasBatches) throws ServingProfileException {
    int megaHertz = whole(row, "megaHertz");
    int units = whole(row, "units");
    double seconds = number(row, "seconds");
    double busyWatts = number(row, "busyWatts");
    double waitingWatts = number(row, "waitingWatts");
    if (hasBatches) {
      return new MeasuredProfile.Row(
          megaHertz,
          units,
          seconds,
          busyWatts,
          waitingWatts,
          number(row, "furtherSeconds"),
          number(row, "furtherJoules"));
    }
    if (row.has("furtherSeconds") || row.has("furtherJoules")) {
      throw wrong("the keys 'furtherSeconds' and 'furtherJoules' need 'largestBatch'");
    }
    return new MeasuredProfile.Row(megaHertz, units, seconds, busyWatts, waitingWatts);
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
    boolean hasBatches = profile.batches().largest() > 1;
    if (hasBatches) {
      root.put("batchLimit", profile.batches().limit());
      root.put("largestBatch", profile.batches().largest());
      root.put("batchError", profile.batches().error());
    }
    var rows = root.putArray("rows");
    for (MeasuredProfile.Row row : profile.rows()) {
      ObjectNode each =
          rows.addObject()
              .put("megaHertz", row.megaHertz())
              .put("units", row.units())
              .put("seconds", row.seconds())
              .put("busyWatts", row.busyWatts())
              .put("waitingWatts", row.waitingWatts());
      if (hasBatches) {
        each.put("furtherSeconds", row.furtherSeconds()).put("furtherJoules", row.furtherJoules());
      }
    }
    try {
      return JSON.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts is always JSON", e);
    }
  }
}
