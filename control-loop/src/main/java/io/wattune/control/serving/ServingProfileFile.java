package io.wattune.control.serving;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.MeasuredProfile.Batches;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.json.StrictJson;
import io.wattune.schemas.json.WrongJsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of a model's profile on a server, documented in docs/reference/serving-profile.md. Read
 * strictly: a key that is not known, or a value of another kind, ends it.
 */
public final class ServingProfileFile {
  /** Of the key {@code format}. */
  public static final String FORMAT = "wattune-serving-profile/1";

  /** 540 rows are some 60 kB; more than this is something else. */
  private static final long MOST_BYTES = 16_000_000;

  private static final List<String> KEYS =
      List.of(
          "format",
          "model",
          "latencySpread",
          "measured",
          "largestSecondsError",
          "batchLimit",
          "largestBatch",
          "batchError",
          "shares",
          "rows");
  private static final List<String> ROW_KEYS =
      List.of(
          "megaHertz",
          "units",
          "seconds",
          "busyWatts",
          "waitingWatts",
          "furtherSeconds",
          "furtherJoules");

  private static final List<String> SHARE_KEYS = List.of("units", "share");

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ServingProfileFile() {}

  /** Reads a file. */
  public static MeasuredProfile read(Path path) throws EngineException {
    try {
      if (Files.size(path) > MOST_BYTES) {
        throw wrong(path, "it has more than " + MOST_BYTES + " bytes");
      }
      return profile(StrictJson.read(Files.readAllBytes(path), StrictJson.FIRST));
    } catch (IOException e) {
      throw wrong(path, "it cannot be read: " + FailureWords.of(e));
    } catch (WrongJsonException | IllegalArgumentException e) {
      throw wrong(path, String.valueOf(e.getMessage()));
    }
  }

  private static MeasuredProfile profile(StrictJson root) {
    String format = root.allow(KEYS).text("format");
    if (!format.equals(FORMAT)) {
      root.wrong("format", "'" + FORMAT + "'");
    }
    boolean hasBatches = root.has("largestBatch");
    var batches =
        hasBatches
            ? new Batches(
                fromOneOn(root, "batchLimit"),
                fromOneOn(root, "largestBatch"),
                root.number("batchError"))
            : Batches.NONE;
    if (!hasBatches && (root.has("batchLimit") || root.has("batchError"))) {
      root.wrong("the keys 'batchLimit' and 'batchError' need 'largestBatch'");
    }
    List<MeasuredProfile.Row> rows = new ArrayList<>();
    for (StrictJson row : root.list("rows")) {
      rows.add(row(row.allow(ROW_KEYS), hasBatches));
    }
    return new MeasuredProfile(
        root.text("model"), root.number("latencySpread"), batches, shares(root), rows);
  }

  private static Map<Integer, DeviceShare> shares(StrictJson root) {
    Map<Integer, DeviceShare> shares = new HashMap<>();
    for (StrictJson each : root.has("shares") ? root.list("shares") : List.<StrictJson>of()) {
      StrictJson share = each.allow(SHARE_KEYS);
      if (shares.put(fromOneOn(share, "units"), new DeviceShare(share.text("share"))) != null) {
        share.wrong("these units have a share already");
      }
    }
    return shares;
  }

  private static MeasuredProfile.Row row(StrictJson row, boolean hasBatches) {
    int megaHertz = fromOneOn(row, "megaHertz");
    int units = fromOneOn(row, "units");
    double seconds = row.number("seconds");
    double busyWatts = row.number("busyWatts");
    double waitingWatts = row.number("waitingWatts");
    if (hasBatches) {
      return new MeasuredProfile.Row(
          megaHertz,
          units,
          seconds,
          busyWatts,
          waitingWatts,
          row.number("furtherSeconds"),
          row.number("furtherJoules"));
    }
    if (row.has("furtherSeconds") || row.has("furtherJoules")) {
      row.wrong("the keys 'furtherSeconds' and 'furtherJoules' need 'largestBatch'");
    }
    return new MeasuredProfile.Row(megaHertz, units, seconds, busyWatts, waitingWatts);
  }

  private static int fromOneOn(StrictJson row, String key) {
    return (int) row.whole(key, 1, Integer.MAX_VALUE, " from 1 on");
  }

  private static EngineException wrong(Path file, String what) {
    return EngineException.wrongInput("the serving profile '" + file + "': " + what);
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
    if (!profile.byShare().isEmpty()) {
      var shares = root.putArray("shares");
      profile
          .byShare()
          .forEach(
              (share, of) ->
                  shares.addObject().put("units", of.units()).put("share", share.name()));
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
