package io.wattune.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** JSON of a report, as it is printed and written. */
public final class ReportJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ReportJson() {}

  /** An object without fields yet. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** A text, a number, a truth value or null. */
  static JsonNode value(@Nullable Object of) {
    return MAPPER.valueToTree(of);
  }

  /** Puts a number, or null where it is none. */
  public static void putNumber(ObjectNode node, String key, double value) {
    node.put(key, Double.isNaN(value) ? null : (Double) value);
  }

  /** On many lines. */
  public static String pretty(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts is always JSON", e);
    }
  }
}
