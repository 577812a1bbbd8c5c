package io.wattune.dashboard.grafana;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.Quality;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A panel as Grafana reads it, without its place. */
final class PanelJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> QUALITY_COLOURS =
      List.of("green", "blue", "yellow", "orange", "red");

  private PanelJson() {}

  static ObjectNode of(Panel panel, int id, Datasource datasource) {
    ObjectNode json = JSON.objectNode();
    json.put("id", id);
    json.put("type", panel.kind().type());
    json.put("title", panel.title());
    json.put("description", panel.description());
    ArrayNode targets = json.putArray("targets");
    for (Question query : panel.queries()) {
      ObjectNode target = targets.addObject();
      target.put("refId", String.valueOf((char) ('A' + targets.size() - 1)));
      BoardJson.datasource(target, datasource);
      target.put(datasource.questionKey(), query.text());
      if (!query.legend().isEmpty()) {
        target.put("legendFormat", query.legend());
      }
    }
    fieldConfig(panel, json.putObject("fieldConfig"));
    options(panel, json.putObject("options"));
    return json;
  }

  private static void fieldConfig(Panel panel, ObjectNode json) {
    ObjectNode defaults = json.putObject("defaults");
    defaults.put("unit", panel.unit().id());
    defaults.put("noValue", panel.kind() == PanelKind.STAT ? "no data" : "");
    if (panel.unit() == Unit.QUALITY) {
      defaults.set("mappings", qualityMappings());
    }
    if (!panel.naming().isEmpty()) {
      String place = panel.kind() == PanelKind.GAUGES ? "__data.fields" : "__field.labels";
      defaults.put(
          "displayName",
          panel.naming().stream()
              .map(column -> "${" + place + "." + column + "}")
              .collect(Collectors.joining(" ")));
    }
    custom(panel, defaults.putObject("custom"));
    ArrayNode overrides = json.putArray("overrides");
    new TreeMap<>(panel.units())
        .forEach(
            (column, unit) -> {
              ObjectNode override = overrides.addObject();
              override.putObject("matcher").put("id", "byName").put("options", column);
              ArrayNode properties = override.putArray("properties");
              properties.addObject().put("id", "unit").put("value", unit.id());
              if (unit == Unit.QUALITY) {
                properties.addObject().put("id", "mappings").set("value", qualityMappings());
              }
            });
  }

  private static ArrayNode qualityMappings() {
    ArrayNode mappings = JSON.arrayNode();
    ObjectNode options = mappings.addObject().put("type", "value").putObject("options");
    for (Quality quality : Quality.values()) {
      options
          .putObject(Integer.toString(quality.code()))
          .put("text", quality.name().toLowerCase(Locale.ROOT))
          .put("color", QUALITY_COLOURS.get(quality.code()))
          .put("index", quality.code());
    }
    return mappings;
  }

  private static void custom(Panel panel, ObjectNode custom) {
    switch (panel.kind()) {
      case LINES -> custom.put("lineWidth", 1).put("fillOpacity", 8).put("showPoints", "never");
      case STEPS -> custom.put("lineInterpolation", "stepAfter").put("showPoints", "never");
      case BARS -> {
        custom.put("drawStyle", "bars").put("fillOpacity", 80).put("lineWidth", 0);
        custom.putObject("stacking").put("mode", "normal").put("group", "A");
      }
      case STRIP -> custom.put("fillOpacity", 70).put("lineWidth", 0);
      case TABLE -> custom.put("align", "auto").put("filterable", true);
      case STAT, GAUGES -> {}
    }
  }

  private static void options(Panel panel, ObjectNode options) {
    switch (panel.kind()) {
      case LINES, STEPS, BARS -> {
        options
            .putObject("legend")
            .put("displayMode", "list")
            .put("placement", "bottom")
            .put("showLegend", true);
        options.putObject("tooltip").put("mode", "multi").put("sort", "desc");
      }
      case STRIP -> options.put("mergeValues", true).put("showValue", "auto");
      case STAT, GAUGES -> {
        ObjectNode reduce = options.putObject("reduceOptions");
        reduce.putArray("calcs").add("lastNotNull");
        // A row of a sum is a bar of its own.
        reduce.put("values", panel.kind() == PanelKind.GAUGES);
        if (panel.kind() == PanelKind.GAUGES) {
          reduce.put("limit", 50);
          options.put("orientation", "horizontal").put("displayMode", "basic");
        }
      }
      case TABLE -> options.put("showHeader", true);
    }
  }
}
