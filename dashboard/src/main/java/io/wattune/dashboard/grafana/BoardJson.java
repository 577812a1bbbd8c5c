package io.wattune.dashboard.grafana;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A board as Grafana reads it. */
public final class BoardJson {
  /** Of Grafana 11.5 and 12.0; later ones read it and bring it up to their own. */
  static final int SCHEMA_VERSION = 41;

  private static final int ALL_COLUMNS = 24;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private BoardJson() {}

  /** The text of the board's file. */
  public static String of(Board board) {
    ObjectNode json = JSON.objectNode();
    json.putNull("id");
    json.put("uid", board.uid());
    json.put("title", board.title());
    json.put("description", board.description());
    json.putArray("tags").add("wattune");
    json.put("timezone", "browser");
    json.put("schemaVersion", SCHEMA_VERSION);
    json.put("editable", true);
    // A crosshair at the same time in all panels.
    json.put("graphTooltip", 1);
    json.put("refresh", "10s");
    json.putObject("time").put("from", "now-15m").put("to", "now");
    json.putObject("timepicker");
    json.putObject("annotations").putArray("list");
    links(json.putArray("links"));
    ArrayNode variables = json.putObject("templating").putArray("list");
    board.variables().forEach(variable -> variables.add(variable(variable, board.datasource())));
    panels(board, json.putArray("panels"));
    return text(json);
  }

  private static void links(ArrayNode links) {
    links
        .addObject()
        .put("title", "Wattune")
        .put("type", "dashboards")
        .put("asDropdown", false)
        .put("includeVars", true)
        .put("keepTime", true)
        .putArray("tags")
        .add("wattune");
  }

  private static ObjectNode variable(Variable variable, Datasource datasource) {
    ObjectNode json = JSON.objectNode();
    json.put("name", variable.name());
    json.put("label", variable.label());
    json.put("type", "query");
    datasource(json, datasource);
    ObjectNode query = json.putObject("query").put("query", variable.query());
    if (datasource == Datasource.METRICS) {
      query.put("refId", variable.name());
    }
    // When the range changes: a device may have been there only yesterday.
    json.put("refresh", 2);
    json.put("sort", 1);
    json.put("multi", variable.many());
    json.put("includeAll", variable.many());
    if (variable.many()) {
      json.put("allValue", ".*");
      ObjectNode all = json.putObject("current");
      all.put("text", "All");
      all.put("value", "$__all");
    }
    return json;
  }

  private static void panels(Board board, ArrayNode panels) {
    int x = 0;
    int y = 0;
    int rowHeight = 0;
    int id = 1;
    for (Panel panel : board.panels()) {
      if (x + panel.width() > ALL_COLUMNS) {
        x = 0;
        y += rowHeight;
        rowHeight = 0;
      }
      ObjectNode json = PanelJson.of(panel, id++, board.datasource());
      datasource(json, board.datasource());
      json.putObject("gridPos")
          .put("x", x)
          .put("y", y)
          .put("w", panel.width())
          .put("h", panel.height());
      panels.add(json);
      x += panel.width();
      rowHeight = Math.max(rowHeight, panel.height());
    }
  }

  static void datasource(ObjectNode json, Datasource datasource) {
    json.putObject("datasource").put("type", datasource.type()).put("uid", datasource.uid());
  }

  private static String text(ObjectNode json) {
    try {
      return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(json)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a board cannot be written", e);
    }
  }
}
