package io.wattune.collectors.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.spelling.Spelling;
import io.wattune.core.tunable.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object of a node's file, read key by key. What is wrong is added to a list, and a value
 * that will do is given back so that reading goes on and finds the next problem too.
 */
final class StrictObject {
  private static final String NOTHING = "";

  private final String section;
  private final String path;
  private final @Nullable JsonNode json;
  private final List<String> problems;

  private StrictObject(
      String section, String path, @Nullable JsonNode json, List<String> problems) {
    this.section = section;
    this.path = path;
    this.json = json;
    this.problems = problems;
  }

  static StrictObject of(JsonNode json, List<String> problems) {
    return checked(NOTHING, NOTHING, json, problems);
  }

  private static StrictObject checked(
      String section, String path, @Nullable JsonNode json, List<String> problems) {
    if (json != null && !json.isObject()) {
      problems.add((path.isEmpty() ? "the file" : path) + " must be an object, was " + shown(json));
      return new StrictObject(section, path, null, problems);
    }
    var object = new StrictObject(section, path, json, problems);
    object.refuseUnknownKeys();
    return object;
  }

  private void refuseUnknownKeys() {
    if (json == null) {
      return;
    }
    List<String> known =
        Arrays.stream(NodeKey.values())
            .filter(key -> key.section().equals(section))
            .map(NodeKey::label)
            .toList();
    json.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                problems.add(
                    "%s is not a key; did you mean '%s'?"
                        .formatted(at(name), Spelling.nearest(name, known)));
              }
            });
  }

  boolean has(NodeKey key) {
    return json != null && json.hasNonNull(key.label());
  }

  String text(NodeKey key) {
    JsonNode value = value(key);
    if (value == null) {
      return key.initial();
    }
    if (!value.isTextual() || value.asText().isBlank()) {
      wrong(key, "a text that is not empty", value);
      return NOTHING;
    }
    return value.asText();
  }

  long number(NodeKey key) {
    JsonNode value = value(key);
    if (value == null) {
      return key.initial().isEmpty() ? 0 : key.initialNumber();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.asLong() < key.lowest()
        || value.asLong() > key.highest()) {
      String range = key.range();
      wrong(key, "a whole number" + (range.isEmpty() ? "" : " in " + range), value);
      return key.initial().isEmpty() ? 0 : key.initialNumber();
    }
    return value.asLong();
  }

  /** A number with its unit in a text, or a whole number. */
  Quantity quantity(NodeKey key) {
    JsonNode value = value(key);
    if (value == null) {
      return new Quantity(0, null);
    }
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      return new Quantity(value.asLong(), null);
    }
    if (!value.isTextual()) {
      wrong(key, "a text such as 250W or 1200MHz, or a whole number", value);
      return new Quantity(0, null);
    }
    try {
      return Quantity.parse(value.asText());
    } catch (IllegalArgumentException e) {
      problem(key, e.getMessage() + ", was " + shown(value));
      return new Quantity(0, null);
    }
  }

  boolean flag(NodeKey key) {
    JsonNode value = value(key);
    if (value == null) {
      return Boolean.parseBoolean(key.initial());
    }
    if (!value.isBoolean()) {
      wrong(key, "true or false", value);
    }
    return value.asBoolean();
  }

  Map<String, String> texts(NodeKey key) {
    var texts = new TreeMap<String, String>();
    JsonNode value = value(key);
    if (value != null && !value.isObject()) {
      wrong(key, "an object of texts", value);
    } else if (value != null) {
      value
          .fieldNames()
          .forEachRemaining(
              name -> {
                JsonNode each = value.get(name);
                if (!each.isTextual()) {
                  problems.add(
                      at(key.label()) + "." + name + " must be a text, was " + shown(each));
                }
                texts.put(name, each.asText());
              });
    }
    return texts;
  }

  List<String> textList(NodeKey key) {
    List<String> texts = new ArrayList<>();
    JsonNode value = value(key);
    if (value != null && !value.isArray()) {
      wrong(key, "a list of texts", value);
    } else if (value != null) {
      for (JsonNode each : value) {
        if (each.isTextual() && !each.asText().isBlank()) {
          texts.add(each.asText());
        } else {
          wrong(key, "a list of texts that are not empty", value);
        }
      }
    }
    return texts;
  }

  List<StrictObject> list(NodeKey key) {
    var objects = new ArrayList<StrictObject>();
    JsonNode value = value(key);
    if (value != null && !value.isArray()) {
      wrong(key, "a list of objects", value);
    } else if (value != null) {
      for (int i = 0; i < value.size(); i++) {
        objects.add(
            checked(inside(key) + "[]", at(key.label()) + "[" + i + "]", value.get(i), problems));
      }
    }
    return objects;
  }

  Optional<StrictObject> object(NodeKey key) {
    return has(key)
        ? Optional.of(checked(inside(key), at(key.label()), value(key), problems))
        : Optional.empty();
  }

  /** Adds a problem of one of its keys. */
  void problem(NodeKey key, String what) {
    problems.add(at(key.label()) + " " + what);
  }

  private @Nullable JsonNode value(NodeKey key) {
    if (!has(key)) {
      boolean isOptional = key.kind().words().endsWith("optional");
      if (!isOptional && json != null) {
        problems.add(at(key.label()) + " is missing: " + key.meaning());
      }
      return null;
    }
    return json == null ? null : json.get(key.label());
  }

  private void wrong(NodeKey key, String wanted, JsonNode value) {
    problems.add(at(key.label()) + " must be " + wanted + ", was " + shown(value));
  }

  private String inside(NodeKey key) {
    return section.isEmpty() ? key.label() : section + "." + key.label();
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
