package io.wattune.collectors.local;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.spelling.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one line. What is wrong is added to a list, and a value that will do is given back,
 * so that one answer names all that is wrong.
 */
final class LineFields {
  /** Most characters of an id, a name or a label's value. */
  static final int MOST_TEXT = 256;

  /** Most labels of an activity. */
  static final int MOST_LABELS = 32;

  /** Most devices or counters that a line may name. */
  static final int MOST_ITEMS = 1024;

  private static final int MOST_SHOWN = 40;

  private final JsonNode json;
  private final List<String> problems;

  LineFields(JsonNode json, List<String> known, List<String> problems) {
    this.json = json;
    this.problems = problems;
    json.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                problem(
                    "'%s' is no key of such a line; did you mean '%s'?"
                        .formatted(cut(name), Spelling.nearest(cut(name), known)));
              }
            });
  }

  void problem(String what) {
    problems.add(what);
  }

  boolean has(String key) {
    return json.hasNonNull(key);
  }

  /** A text that must be there. */
  String neededText(String key) {
    String text = text(key);
    if (text == null && !has(key)) {
      problem("'" + key + "' is missing");
    }
    return text == null ? "-" : text;
  }

  /** A text of sensible length without control characters, or null. */
  @Nullable String text(String key) {
    JsonNode value = json.get(key);
    return value == null || value.isNull() ? null : plainText("'" + key + "'", value);
  }

  private @Nullable String plainText(String what, JsonNode value) {
    String text = value.isTextual() ? value.asText() : "";
    boolean isPlain =
        !text.isBlank()
            && text.length() <= MOST_TEXT
            && text.codePoints().noneMatch(Character::isISOControl);
    if (!isPlain) {
      problem(
          "%s must be a text of 1 to %s characters on one line, was %s"
              .formatted(what, MOST_TEXT, cut(value.toString())));
      return null;
    }
    return text;
  }

  @Nullable Long wholeNumber(String key, long lowest, long highest) {
    JsonNode value = json.get(key);
    if (value == null || value.isNull()) {
      return null;
    }
    boolean isWhole = value.isIntegralNumber() && value.canConvertToLong();
    if (!isWhole || value.asLong() < lowest || value.asLong() > highest) {
      problem(
          "'%s' must be a whole number in %s..%s, was %s"
              .formatted(key, lowest, highest, cut(value.toString())));
      return null;
    }
    return value.asLong();
  }

  @Nullable Double number(String key, double lowest) {
    return number(key, lowest, Double.MAX_VALUE);
  }

  @Nullable Double number(String key, double lowest, double highest) {
    JsonNode value = json.get(key);
    if (value == null || value.isNull()) {
      return null;
    }
    double number = value.isNumber() ? value.asDouble() : Double.NaN;
    if (!(number >= lowest && number <= highest)) {
      String least = lowest == -Double.MAX_VALUE ? "" : " of at least " + (long) lowest;
      String most = highest == Double.MAX_VALUE ? "" : " and at most " + highest;
      problem("'" + key + "' must be a number" + least + most + ", was " + cut(value.toString()));
      return null;
    }
    return number;
  }

  /** Numbers by names, of which each must be known. */
  Map<String, Double> numbers(String key, List<String> known) {
    var numbers = new TreeMap<String, Double>();
    JsonNode value = json.get(key);
    if (value == null || value.isNull()) {
      return numbers;
    }
    if (!value.isObject()) {
      problem("'" + key + "' must be an object of numbers, was " + cut(value.toString()));
      return numbers;
    }
    var fields = new LineFields(value, known, problems);
    known.forEach(
        name -> {
          Double number = fields.number(name, 0);
          if (number != null) {
            numbers.put(name, number);
          }
        });
    return numbers;
  }

  boolean flag(String key) {
    JsonNode value = json.get(key);
    if (value != null && !value.isNull() && !value.isBoolean()) {
      problem("'" + key + "' must be true or false, was " + cut(value.toString()));
    }
    return value != null && value.asBoolean();
  }

  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (JsonNode each : list(key, "a list of texts")) {
      String text = plainText("each of '" + key + "'", each);
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  List<LineFields> objects(String key, List<String> known) {
    List<LineFields> objects = new ArrayList<>();
    for (JsonNode each : list(key, "a list of objects")) {
      if (each.isObject()) {
        objects.add(new LineFields(each, known, problems));
      } else {
        problem("each of '" + key + "' must be an object, was " + cut(each.toString()));
      }
    }
    return objects;
  }

  private Iterable<JsonNode> list(String key, String words) {
    JsonNode value = json.get(key);
    if (value == null || value.isNull()) {
      return List.of();
    }
    if (!value.isArray() || value.isEmpty() || value.size() > MOST_ITEMS) {
      problem(
          "'%s' must be %s, 1 to %s, was %s"
              .formatted(key, words, MOST_ITEMS, cut(value.toString())));
      return List.of();
    }
    return value;
  }

  Map<String, String> labels(String key) {
    var labels = new TreeMap<String, String>();
    JsonNode value = json.get(key);
    if (value == null || value.isNull()) {
      return labels;
    }
    if (!value.isObject() || value.size() > MOST_LABELS) {
      problem(
          "'%s' must be an object of at most %s texts, was %s"
              .formatted(key, MOST_LABELS, cut(value.toString())));
      return labels;
    }
    value
        .properties()
        .forEach(
            each -> {
              String text = plainText("label '" + cut(each.getKey()) + "'", each.getValue());
              if (text != null && each.getKey().length() <= MOST_TEXT) {
                labels.put(each.getKey(), text);
              }
            });
    return labels;
  }

  /** One of some words, or what holds without it. */
  <T> T oneOf(String key, T initial, Map<String, T> words) {
    String text = has(key) ? text(key) : null;
    if (text == null) {
      return initial;
    }
    T value = words.get(text);
    if (value == null) {
      problem(
          "'%s' must be one of %s, was %s"
              .formatted(key, String.join(", ", words.keySet()), cut(text)));
      return initial;
    }
    return value;
  }

  static <E extends Enum<E>> Map<String, E> names(Class<E> type) {
    var names = new TreeMap<String, E>();
    Arrays.stream(type.getEnumConstants()).forEach(each -> names.put(each.name(), each));
    return names;
  }

  static String cut(String text) {
    return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
  }
}
