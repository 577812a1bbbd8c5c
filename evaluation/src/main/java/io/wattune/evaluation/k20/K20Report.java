package io.wattune.evaluation.k20;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.report.Decimals;
import io.wattune.report.TextTable;
import java.util.List;

/** Rows as a table for people, and as JSON. */
public final class K20Report {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private K20Report() {}

  public static String text(List<K20Row> rows) {
    var table = new TextTable(List.of("", "paper", "Wattune", "+-", "allowed", "", ""), 0, 4, 5, 6);
    for (K20Row row : rows) {
      int digits = row.unit().isEmpty() ? 3 : 2;
      String unit = row.unit().isEmpty() ? "" : " " + row.unit();
      table.row(
          List.of(
              row.quantity(),
              row.paper() == null ? "-" : Decimals.fixed(row.paper(), digits) + unit,
              Decimals.fixed(row.wattune(), digits) + unit,
              row.standardError() == null ? "" : Decimals.fixed(row.standardError(), digits) + unit,
              allowed(row, digits),
              row.isMet() ? "met" : "NOT MET",
              row.remark()));
    }
    var out =
        new StringBuilder(
            "A simulated K20 through the whole pipeline, and Burtscher et al. 2014\n\n");
    table.appendTo(out, "");
    return out.toString();
  }

  private static String allowed(K20Row row, int digits) {
    String low = Decimals.fixed(row.low(), digits);
    return Double.isInfinite(row.high())
        ? "at least " + low
        : low + " to " + Decimals.fixed(row.high(), digits);
  }

  public static String json(List<K20Row> rows, long seed) {
    ObjectNode root = JSON.createObjectNode();
    root.put("seed", seed);
    root.put("met", rows.stream().allMatch(K20Row::isMet));
    ArrayNode array = root.putArray("rows");
    for (K20Row row : rows) {
      ObjectNode node = array.addObject();
      node.put("key", row.key());
      node.put("quantity", row.quantity());
      node.put("unit", row.unit());
      node.put("paper", row.paper());
      node.put("wattune", row.wattune());
      node.put("standardError", row.standardError());
      node.put("low", row.low());
      node.put("high", Double.isInfinite(row.high()) ? null : (Double) row.high());
      node.put("met", row.isMet());
      node.put("remark", row.remark());
    }
    try {
      return JSON.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts is always JSON", e);
    }
  }
}
