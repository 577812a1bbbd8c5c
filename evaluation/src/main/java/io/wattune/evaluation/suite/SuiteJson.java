package io.wattune.evaluation.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.testbed.server.ServerFigure;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A suite's result as one JSON object. */
final class SuiteJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(e[-+]?[0-9]+)?");

  private SuiteJson() {}

  static String of(SuiteResult result) {
    ObjectNode root = JSON.createObjectNode();
    root.put("suite", result.suite());
    ArrayNode rows = root.putArray("rows");
    for (ServerFigure figure : result.rows()) {
      ObjectNode row = rows.addObject().put("figure", figure.figure()).put("what", figure.what());
      value(row, "paper", figure.paper());
      value(row, "ours", figure.ours());
      row.put("kind", figure.kind().name().toLowerCase(Locale.ROOT));
    }
    ObjectNode policies = root.putObject("policies");
    for (var policy : new TreeMap<>(result.policies()).entrySet()) {
      ObjectNode into = policies.putObject(policy.getKey());
      for (Map.Entry<String, Double> each : new TreeMap<>(policy.getValue()).entrySet()) {
        into.put(each.getKey(), each.getValue());
      }
    }
    if (!result.missing().isEmpty()) {
      ArrayNode missing = root.putArray("missing");
      result.missing().forEach(missing::add);
    }
    try {
      return JSON.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts is always JSON", e);
    }
  }

  private static void value(ObjectNode row, String key, String text) {
    if (NUMBER.matcher(text).matches()) {
      row.put(key, Double.parseDouble(text));
    } else {
      row.put(key, text);
    }
  }
}
