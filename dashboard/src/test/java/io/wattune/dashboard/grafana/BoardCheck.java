package io.wattune.dashboard.grafana;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.dashboard.grafana.BoardFile.Datasource;
import io.wattune.store.catalogue.ColumnType;
import io.wattune.store.catalogue.Measurement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with a board's file: questions to what is not there, units that do not fit. */
final class BoardCheck {
  private static final Pattern CHOICES =
      Pattern.compile("measurement: \"([^\"]*)\", tag: \"([^\"]*)\"");
  private static final Pattern CHOSEN = Pattern.compile("\\$\\{(\\w+)(?::\\w+)?}");
  private static final Set<String> OWN = Set.of("_time", "_start", "_stop", "_measurement");
  private static final int ALL_COLUMNS = 24;

  /** Of Grafana 11 and later. */
  private static final int SCHEMA_VERSION = 41;

  private final List<String> problems = new ArrayList<>();
  private final Set<String> variables = new HashSet<>();
  private final Set<Integer> ids = new HashSet<>();
  private final Set<String> places = new HashSet<>();

  private final Datasource datasource;

  private BoardCheck(Datasource datasource) {
    this.datasource = datasource;
  }

  static List<String> of(JsonNode board, Datasource datasource) {
    var check = new BoardCheck(datasource);
    check.head(board);
    board.at("/templating/list").forEach(check::variable);
    if (board.path("panels").isEmpty()) {
      check.problems.add("has no panels");
    }
    board.path("panels").forEach(check::panel);
    return check.problems;
  }

  private void head(JsonNode board) {
    if (board.path("schemaVersion").asInt() != SCHEMA_VERSION) {
      problems.add("has schemaVersion " + board.path("schemaVersion"));
    }
    for (String key : List.of("uid", "title", "description")) {
      if (board.path(key).asText().isBlank()) {
        problems.add("has no " + key);
      }
    }
  }

  private void variable(JsonNode variable) {
    String name = variable.path("name").asText();
    variables.add(name);
    datasource("variable " + name, variable);
    String query = variable.at("/query/query").asText();
    if (datasource == Datasource.METRICS) {
      PromQlReader.choices(query).forEach(each -> problems.add("variable " + name + " " + each));
      return;
    }
    Matcher choices = CHOICES.matcher(query);
    if (!choices.find()) {
      problems.add("variable " + name + " has no choices");
      return;
    }
    Measurement measurement = FluxReader.measurement(choices.group(1));
    if (measurement == null
        || measurement.tags().stream().noneMatch(tag -> tag.name().equals(choices.group(2)))) {
      problems.add("variable " + name + " asks for what is not there: " + choices.group());
    }
  }

  private void datasource(String what, JsonNode owner) {
    JsonNode asked = owner.path("datasource");
    if (!asked.path("uid").asText().equals(datasource.uid)
        || !asked.path("type").asText().equals(datasource.type)) {
      problems.add(what + " has datasource " + asked);
    }
  }

  private void panel(JsonNode panel) {
    String title = panel.path("title").asText();
    String what = "panel '" + title + "'";
    if (title.isBlank() || !ids.add(panel.path("id").asInt())) {
      problems.add(what + " has no title, or the id of another");
    }
    place(what, panel.path("gridPos"));
    datasource(what, panel);
    if (panel.path("targets").isEmpty()) {
      problems.add(what + " asks nothing");
    }
    for (JsonNode target : panel.path("targets")) {
      datasource(what, target);
      String question = target.path(datasource.questionKey).asText();
      variables(what, question);
      if (datasource == Datasource.METRICS) {
        metric(what, panel, question, target.path("legendFormat").asText());
        continue;
      }
      FluxReader reader = FluxReader.read(question);
      reader.problems().forEach(problem -> problems.add(what + " " + problem));
      units(what, panel, reader);
      naming(what, panel, reader);
    }
  }

  private void metric(String what, JsonNode panel, String question, String legend) {
    String unit = panel.at("/fieldConfig/defaults/unit").asText();
    PromQlReader.problems(question, legend, unit).forEach(each -> problems.add(what + " " + each));
  }

  private void variables(String what, String question) {
    Matcher chosen = CHOSEN.matcher(question);
    while (chosen.find()) {
      if (!variables.contains(chosen.group(1))) {
        problems.add(what + " uses a variable that is not there: " + chosen.group());
      }
    }
  }

  private void place(String what, JsonNode place) {
    int right = place.path("x").asInt() + place.path("w").asInt();
    if (right > ALL_COLUMNS || place.path("h").asInt() < 1) {
      problems.add(what + " does not fit into the page: " + place);
    }
    for (int x = place.path("x").asInt(); x < right; x++) {
      for (int y = 0; y < place.path("h").asInt(); y++) {
        if (!places.add(x + "," + (y + place.path("y").asInt()))) {
          problems.add(what + " lies over another");
          return;
        }
      }
    }
  }

  /** What names a series is a column of the answer. */
  private void naming(String what, JsonNode panel, FluxReader reader) {
    Matcher names =
        Pattern.compile("\\$\\{__\\w+\\.\\w+\\.(\\w+)}")
            .matcher(panel.at("/fieldConfig/defaults/displayName").asText());
    while (names.find()) {
      if (!reader.columns().containsKey(names.group(1))) {
        problems.add(what + " is named by a column that is not there: " + names.group(1));
      }
    }
  }

  private void units(String what, JsonNode panel, FluxReader reader) {
    Map<String, String> units = new TreeMap<>();
    for (JsonNode override : panel.at("/fieldConfig/overrides")) {
      units.put(
          override.at("/matcher/options").asText(), override.at("/properties/0/value").asText());
    }
    String usual = panel.at("/fieldConfig/defaults/unit").asText();
    boolean isTable = panel.path("type").asText().equals("table");
    reader
        .columns()
        .forEach(
            (column, type) -> {
              boolean isNumber = type == ColumnType.DECIMAL || type == ColumnType.INTEGER;
              if (isNumber && !OWN.contains(column)) {
                Set<String> names = column.equals("_value") ? reader.inValue() : Set.of(column);
                String unit = units.getOrDefault(column, usual);
                names.forEach(name -> fits(what, name, unit, isTable));
              }
            });
    units.keySet().stream()
        .filter(column -> !reader.columns().containsKey(column))
        .forEach(column -> problems.add(what + " gives a unit to what it has not: " + column));
  }

  private void fits(String what, String name, String unit, boolean isTable) {
    String wanted = wanted(name);
    boolean fits = wanted.equals(unit) || isTable && wanted.equals("short") && unit.equals("none");
    // Values of tunables have a unit of their own, which stands beside them.
    boolean isSetting = Set.of("wished", "read_back").contains(name) && unit.equals("none");
    if (!fits && !isSetting) {
      problems.add(what + " shows " + name + " as " + unit + ", which is " + wanted);
    }
  }

  private static String wanted(String name) {
    if (name.equals("quality_code")) {
      return "none";
    }
    if (name.endsWith("_per_second")) {
      return "cps";
    }
    return Map.of(
            "watts",
            "watt",
            "joules",
            "joule",
            "seconds",
            "s",
            "fraction",
            "percentunit",
            "celsius",
            "celsius",
            "kelvin",
            "kelvin")
        .getOrDefault(name.substring(name.lastIndexOf('_') + 1), "short");
  }
}
