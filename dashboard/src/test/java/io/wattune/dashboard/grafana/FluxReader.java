package io.wattune.dashboard.grafana;

import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.ColumnType;
import io.wattune.store.catalogue.Measurement;
import io.wattune.store.catalogue.PointCatalogue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a question in Flux step by step, and keeps which columns there are after each. Knows the
 * steps that the boards use and refuses every other.
 */
final class FluxReader {
  /** A column that no field is in: a number of points. */
  static final String COUNT = "count";

  private static final Pattern MEASUREMENT = Pattern.compile("r\\._measurement == \"([^\"]*)\"");
  private static final Pattern FIELD = Pattern.compile("r\\._field == \"([^\"]*)\"");
  private static final Pattern COLUMN = Pattern.compile("\\br\\.(\\w+)");
  private static final Pattern LISTED =
      Pattern.compile("(?:columns|rowKey|columnKey): \\[([^]]*)]");
  private static final Pattern NAMED = Pattern.compile("(?:column|valueColumn): \"(\\w+)\"");
  private static final Pattern WORD = Pattern.compile("\"(\\w*)\"");
  private static final Pattern TEXT_TEST = Pattern.compile("r\\.(\\w+) (?:==|!=) (?:\"|\\$\\{)");
  private static final Pattern TAG_TEST = Pattern.compile("r\\.(\\w+) =~ ");
  private static final Pattern NUMBER_TEST = Pattern.compile("r\\.(\\w+) (?:<|>|<=|>=) \\d");
  private static final Pattern FLAG_TEST = Pattern.compile("r\\.(\\w+) == (?:true|false)");
  private static final Pattern FUNCTION = Pattern.compile("fn: (\\w+)");
  private static final Pattern KEY = Pattern.compile("(\\w+): ");
  private static final Set<String> OF_NUMBERS = Set.of("mean", "sum", "max", "min");
  private static final Set<String> OF_ANYTHING = Set.of("last", "count");

  private final List<String> problems = new ArrayList<>();
  private final Map<String, ColumnType> columns = new LinkedHashMap<>();
  private final Set<String> selected = new TreeSet<>();
  private Measurement measurement;

  /** What {@code _value} holds now: names of fields, or a count. */
  private final Set<String> inValue = new TreeSet<>();

  static FluxReader read(String flux) {
    var reader = new FluxReader();
    reader.balanced(flux);
    String question = flux.substring(Math.max(0, flux.indexOf("from(")));
    List<String> steps = Stream.of(question.split("\\|>")).map(String::strip).toList();
    reader.begin(steps.get(0), question);
    if (reader.measurement != null) {
      steps.stream().skip(1).forEach(reader::step);
    }
    return reader;
  }

  List<String> problems() {
    return problems;
  }

  /** Columns of the answer. */
  Map<String, ColumnType> columns() {
    return columns;
  }

  /** Fields whose values are in {@code _value}. */
  Set<String> inValue() {
    return inValue;
  }

  private void balanced(String flux) {
    String bare = flux.replaceAll("\"[^\"]*\"", "").replaceAll("/\\^.*?\\$?/\\)", ")");
    for (String pair : List.of("()", "{}", "[]")) {
      long open = bare.chars().filter(c -> c == pair.charAt(0)).count();
      long close = bare.chars().filter(c -> c == pair.charAt(1)).count();
      if (open != close) {
        problems.add("has " + open + " '" + pair.charAt(0) + "' and " + close + " closed");
      }
    }
  }

  private void begin(String from, String question) {
    if (!from.equals("from(bucket: v.defaultBucket)")) {
      problems.add("does not begin with the datasource's bucket: " + from);
    }
    Matcher name = MEASUREMENT.matcher(question);
    if (!name.find()) {
      problems.add("names no measurement");
      return;
    }
    measurement = measurement(name.group(1));
    if (measurement == null) {
      problems.add("there is no measurement '" + name.group(1) + "'");
      return;
    }
    for (String own : List.of("_time", "_start", "_stop", "_value", "_field", "_measurement")) {
      columns.put(own, ColumnType.TEXT);
    }
    measurement.tags().forEach(tag -> columns.put(tag.name(), tag.type()));
  }

  static Measurement measurement(String name) {
    return PointCatalogue.all().stream()
        .filter(m -> m.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private void step(String step) {
    String name = step.substring(0, Math.max(0, step.indexOf('(')));
    names(step);
    switch (name) {
      case "range", "sort", "limit", "window" -> {}
      case "filter" -> filter(step);
      case "group" -> needsListed(step);
      case "pivot" -> pivot();
      case "keep" -> columns.keySet().retainAll(listed(step));
      case "map" -> map(step);
      case "reduce" -> reduce(step);
      case "aggregateWindow" -> aggregate(step, found(FUNCTION, step).get(0), "_value");
      case "last" -> aggregate(step, name, "_value");
      case "sum" -> {
        List<String> column = found(NAMED, step);
        aggregate(step, name, column.isEmpty() ? "_value" : column.get(0));
      }
      default -> problems.add("has a step that is not known: " + step);
    }
  }

  /** Every name in the step is that of a column that there is. */
  private void names(String step) {
    Stream.of(found(COLUMN, step), listed(step), found(NAMED, step))
        .flatMap(List::stream)
        .filter(column -> !columns.containsKey(column))
        .forEach(
            column ->
                problems.add(
                    "asks measurement '%s' for '%s', in: %s"
                        .formatted(measurement.name(), column, step)));
    holds(TEXT_TEST, step, ColumnType.TAG, ColumnType.TEXT);
    holds(TAG_TEST, step, ColumnType.TAG);
    holds(NUMBER_TEST, step, ColumnType.INTEGER, ColumnType.DECIMAL);
    holds(FLAG_TEST, step, ColumnType.FLAG);
  }

  private void holds(Pattern test, String step, ColumnType... types) {
    for (String column : found(test, step)) {
      ColumnType type = columns.get(column);
      if (type != null && !List.of(types).contains(type)) {
        problems.add("column '" + column + "' holds " + type.label() + ", in: " + step);
      }
    }
  }

  private void filter(String step) {
    for (String field : found(FIELD, step)) {
      Column known =
          measurement.fields().stream()
              .filter(f -> f.name().equals(field))
              .findFirst()
              .orElse(null);
      if (known == null) {
        problems.add("measurement '" + measurement.name() + "' has no field '" + field + "'");
      } else {
        selected.add(field);
        inValue.add(field);
        columns.put("_value", known.type());
      }
    }
  }

  private void needsListed(String step) {
    if (step.contains("columns") && listed(step).isEmpty()) {
      problems.add("groups by nothing that is named: " + step);
    }
  }

  private void pivot() {
    columns.remove("_field");
    columns.remove("_value");
    inValue.clear();
    for (Column field : measurement.fields()) {
      if (selected.contains(field.name())) {
        columns.put(field.name(), field.type());
      }
    }
  }

  /**
   * The answer has the columns that the record names, and those of before where it says {@code r
   * with}; each is a number unless it is only moved, or takes another's place.
   */
  private void map(String step) {
    boolean keepsAll = step.contains("({r with ");
    String record = step.substring(step.indexOf("({") + (keepsAll ? "({r with ".length() : 2));
    Map<String, ColumnType> made = new LinkedHashMap<>();
    Matcher keys =
        Pattern.compile("(?:^|, )(\\w+): ((?:[^,(]|\\([^()]*(?:\\([^()]*\\))*[^()]*\\))*)")
            .matcher(record);
    while (keys.find()) {
      String value = keys.group(2).replaceAll("[})\\s]+$", "");
      String last = value.startsWith("if ") ? value.substring(value.indexOf("else ") + 5) : value;
      ColumnType moved = last.startsWith("r.") ? columns.get(last.substring(2)) : null;
      made.put(keys.group(1), moved == null ? ColumnType.DECIMAL : moved);
    }
    if (!keepsAll) {
      columns.clear();
    }
    columns.putAll(made);
    inValue.clear();
  }

  private void reduce(String step) {
    String identity = step.substring(step.indexOf("identity: {") + 11, step.indexOf('}'));
    columns.keySet().removeIf(column -> !List.of("_start", "_stop").contains(column));
    found(KEY, identity).forEach(key -> columns.put(key, ColumnType.DECIMAL));
  }

  private void aggregate(String step, String function, String column) {
    ColumnType type = columns.get(column);
    boolean isNumber = type == ColumnType.DECIMAL || type == ColumnType.INTEGER;
    if (!OF_NUMBERS.contains(function) && !OF_ANYTHING.contains(function)) {
      problems.add("has a function that is not known: " + step);
    }
    if (type == null || OF_NUMBERS.contains(function) && !isNumber) {
      problems.add("cannot take the " + function + " of '" + column + "', in: " + step);
    }
    if (column.equals("_value") && selected.isEmpty()) {
      problems.add("mixes all fields of '" + measurement.name() + "', in: " + step);
    }
    if (function.equals("count")) {
      columns.put(column, ColumnType.INTEGER);
      inValue.clear();
      inValue.add(COUNT);
      selected.clear();
      selected.add(COUNT);
    }
  }

  private static List<String> listed(String step) {
    return found(LISTED, step).stream().flatMap(names -> found(WORD, names).stream()).toList();
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(result -> result.group(1)).toList();
  }
}
