package io.wattune.schemas.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.wattune.core.spelling.Spelling;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One object of a JSON file, read key by key. A key that is missing or not known, and a value of
 * another kind, is a problem, which says where in the file it is. Whoever takes the problems says
 * whether reading ends with the first or goes on: a value that will do is given back then, so that
 * the next problem is found, too.
 */
public final class StrictJson {
  /** Reading ends with the first problem, as a {@link WrongJsonException}. */
  public static final Consumer<String> FIRST =
      problem -> {
        throw new WrongJsonException(problem);
      };

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String path;
  private final @Nullable JsonNode json;
  private final Consumer<String> problems;

  private StrictJson(String path, @Nullable JsonNode json, Consumer<String> problems) {
    if (json != null && !json.isObject()) {
      problems.accept(
          (path.isEmpty() ? "the file" : path) + " must be an object, was " + shown(json));
    }
    this.path = path;
    this.json = json != null && json.isObject() ? json : null;
    this.problems = problems;
  }

  /**
   * The object that a file is.
   *
   * @param problems takes each problem, see {@link #FIRST}
   */
  public static StrictJson read(byte[] content, Consumer<String> problems) {
    JsonNode json = null;
    try {
      json = JSON.readTree(content);
    } catch (JsonProcessingException e) {
      problems.accept(
          "not JSON: %s (line %s, column %s)"
              .formatted(
                  e.getOriginalMessage(),
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr()));
    } catch (IOException e) {
      problems.accept("cannot be read: " + FailureWords.of(e));
    }
    return new StrictJson("", json, problems);
  }

  /** Each of its keys must be one of these. */
  public StrictJson allow(List<String> known) {
    for (String key : keys()) {
      if (!known.contains(key)) {
        problems.accept(
            "%s is not a key; did you mean '%s'?".formatted(at(key), Spelling.nearest(key, known)));
      }
    }
    return this;
  }

  /** Its keys, known or not. */
  public List<String> keys() {
    List<String> keys = new ArrayList<>();
    if (json != null) {
      json.fieldNames().forEachRemaining(keys::add);
    }
    return keys;
  }

  /** Whether a key is there and has a value. */
  public boolean has(String key) {
    return json != null && json.hasNonNull(key);
  }

  /** A text that is not empty. */
  public String text(String key) {
    JsonNode value = value(key);
    if (value == null || (value.isTextual() && !value.asText().isBlank())) {
      return value == null ? "" : value.asText();
    }
    wrong(key, "a text that is not empty");
    return "";
  }

  /** A number, whole or not. */
  public double number(String key) {
    JsonNode value = value(key);
    if (value != null && !value.isNumber()) {
      wrong(key, "a number");
    }
    return value == null ? 0 : value.asDouble();
  }

  /** The same; another number where the key is not there. */
  public double number(String key, double usual) {
    return has(key) ? number(key) : usual;
  }

  /**
   * A whole number within a range.
   *
   * @param range the range for people, behind "a whole number"
   */
  public long whole(String key, long lowest, long highest, String range) {
    JsonNode value = value(key);
    if (value == null) {
      return lowest;
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.asLong() < lowest
        || value.asLong() > highest) {
      wrong(key, "a whole number" + range);
      return lowest;
    }
    return value.asLong();
  }

  /** Any whole number. */
  public long whole(String key) {
    return whole(key, Long.MIN_VALUE, Long.MAX_VALUE, "");
  }

  /** The name of one of these. */
  public <E extends Enum<E>> E oneOf(String key, List<E> known) {
    JsonNode value = value(key);
    for (E each : known) {
      if (value != null && value.isTextual() && value.asText().equals(each.name())) {
        return each;
      }
    }
    if (value != null) {
      wrong(key, "one of " + known);
    }
    return known.get(0);
  }

  /** True or false. */
  public boolean flag(String key) {
    JsonNode value = value(key);
    if (value != null && !value.isBoolean()) {
      wrong(key, "true or false");
    }
    return value != null && value.asBoolean();
  }

  /** An object whose values are texts. */
  public Map<String, String> texts(String key) {
    var texts = new TreeMap<String, String>();
    JsonNode value = value(key);
    if (value != null && !value.isObject()) {
      wrong(key, "an object of texts");
    } else if (value != null) {
      for (Map.Entry<String, JsonNode> each : value.properties()) {
        if (!each.getValue().isTextual()) {
          problems.accept(
              at(key) + "." + each.getKey() + " must be a text, was " + shown(each.getValue()));
        }
        texts.put(each.getKey(), each.getValue().asText());
      }
    }
    return texts;
  }

  /** A list of texts that are not empty. */
  public List<String> textList(String key) {
    List<String> texts = new ArrayList<>();
    for (JsonNode each : elements(key, "a list of texts")) {
      if (each.isTextual() && !each.asText().isBlank()) {
        texts.add(each.asText());
      } else {
        wrong(key, "a list of texts that are not empty");
      }
    }
    return texts;
  }

  /** A list of whole numbers. */
  public List<Long> wholes(String key) {
    List<Long> wholes = new ArrayList<>();
    for (JsonNode each : elements(key, "a list of whole numbers")) {
      if (each.isIntegralNumber() && each.canConvertToLong()) {
        wholes.add(each.asLong());
      } else {
        wrong(key, "a list of whole numbers");
      }
    }
    return wholes;
  }

  /** A list of objects. */
  public List<StrictJson> list(String key) {
    List<StrictJson> objects = new ArrayList<>();
    for (JsonNode each : elements(key, "a list of objects")) {
      objects.add(new StrictJson(at(key) + "[" + objects.size() + "]", each, problems));
    }
    return objects;
  }

  private Iterable<JsonNode> elements(String key, String wanted) {
    JsonNode value = value(key);
    if (value != null && !value.isArray()) {
      wrong(key, wanted);
    }
    return value != null && value.isArray() ? value : List.of();
  }

  /** An object. */
  public StrictJson object(String key) {
    return new StrictJson(at(key), value(key), problems);
  }

  /** The value of a key, of any kind; null where there is none, which is a problem. */
  public @Nullable JsonNode value(String key) {
    if (has(key)) {
      return json == null ? null : json.get(key);
    }
    missing(key, "");
    return null;
  }

  /**
   * A key is missing that must be there.
   *
   * @param meaning what it is for; empty to leave that out
   */
  public void missing(String key, String meaning) {
    if (json != null) {
      problems.accept(at(key) + " is missing" + (meaning.isEmpty() ? "" : ": " + meaning));
    }
  }

  /** The value of a key must be something else. */
  public void wrong(String key, String wanted) {
    problem(key, "must be " + wanted + ", was " + (json == null ? "" : shown(json.path(key))));
  }

  /** Something else is wrong with a key. */
  public void problem(String key, String what) {
    problems.accept(at(key) + " " + what);
  }

  /** Something is wrong with the object as a whole. */
  public void wrong(String what) {
    problems.accept(path.isEmpty() ? what : path + ": " + what);
  }

  private String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
