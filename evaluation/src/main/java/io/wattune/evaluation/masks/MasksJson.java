package io.wattune.evaluation.masks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.masktime.MaskTime;
import java.util.Locale;

/** Measured and predicted times as one JSON object. */
final class MasksJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private MasksJson() {}

  static String of(MaskEvaluation evaluation) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode rows = root.putArray("rows");
    for (MaskEvaluation.Row row : evaluation.rows()) {
      rows.addObject()
          .put("mask", row.measured().mask().rocText())
          .put("seconds", row.measured().seconds())
          .put("predictedSeconds", row.predictedSeconds());
    }
    root.put("meanError", evaluation.errors().mean());
    root.put("largestError", evaluation.errors().largest());
    root.putObject("naive")
        .put("meanError", evaluation.naive().mean())
        .put("largestError", evaluation.naive().largest());
    double leftOut = evaluation.fitted().leftOutError();
    if (Double.isNaN(leftOut)) {
      root.putNull("leftOutError");
    } else {
      root.put("leftOutError", leftOut);
    }
    fit(root.putObject("fit"), evaluation.fitted().time());
    try {
      return JSON.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts is always JSON", e);
    }
  }

  private static void fit(ObjectNode into, MaskTime time) {
    into.put("fixedSeconds", time.fixedSeconds())
        .put("secondsPerUnit", time.secondsPerUnit())
        .put("workSeconds", time.workSeconds())
        .put("deviceFloor", time.deviceFloor())
        .put("engineFloor", time.engineFloor())
        .put("knee", time.knee().name().toLowerCase(Locale.ROOT))
        .put("blocks", time.dealing().blocks())
        .put("proportion", time.dealing().proportion());
  }
}
