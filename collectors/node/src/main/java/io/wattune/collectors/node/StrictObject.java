package io.wattune.collectors.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.tunable.Quantity;
import io.wattune.schemas.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One object of a node's file, by the keys that {@link NodeKey} has. */
final class StrictObject {
  private static final StrictJson NOTHING =
      StrictJson.read("{}".getBytes(StandardCharsets.UTF_8), StrictJson.FIRST);

  private final String section;
  private final StrictJson json;

  private StrictObject(String section, StrictJson json) {
    this.section = section;
    this.json =
        json.allow(
            Arrays.stream(NodeKey.values())
                .filter(key -> key.section().equals(section))
                .map(NodeKey::label)
                .toList());
  }

  /** The file itself. */
  static StrictObject of(byte[] content, List<String> problems) {
    return new StrictObject("", StrictJson.read(content, problems::add));
  }

  boolean has(NodeKey key) {
    return json.has(key.label());
  }

  String text(NodeKey key) {
    return isThere(key) ? json.text(key.label()) : key.rule().initial();
  }

  long number(NodeKey key) {
    ValueRule rule = key.rule();
    String range = rule.range();
    return isThere(key)
        ? json.whole(
            key.label(), rule.lowest(), rule.highest(), range.isEmpty() ? "" : " in " + range)
        : rule.initialNumber();
  }

  /** A number with its unit in a text, or a whole number. */
  Quantity quantity(NodeKey key) {
    JsonNode value = isThere(key) ? json.value(key.label()) : null;
    if (value != null && value.isIntegralNumber() && value.canConvertToLong()) {
      return new Quantity(value.asLong(), null);
    }
    if (value != null && !value.isTextual()) {
      json.wrong(key.label(), "a text such as 250W or 1200MHz, or a whole number");
    } else if (value != null) {
      try {
        return Quantity.parse(value.asText());
      } catch (IllegalArgumentException e) {
        problem(key, e.getMessage() + ", was " + value);
      }
    }
    return new Quantity(0, null);
  }

  boolean flag(NodeKey key) {
    return isThere(key) ? json.flag(key.label()) : Boolean.parseBoolean(key.rule().initial());
  }

  Map<String, String> texts(NodeKey key) {
    return isThere(key) ? json.texts(key.label()) : Map.of();
  }

  List<String> textList(NodeKey key) {
    return isThere(key) ? json.textList(key.label()) : List.of();
  }

  List<StrictObject> list(NodeKey key) {
    return isThere(key)
        ? json.list(key.label()).stream()
            .map(each -> new StrictObject(inside(key) + "[]", each))
            .toList()
        : List.of();
  }

  Optional<StrictObject> object(NodeKey key) {
    return has(key)
        ? Optional.of(new StrictObject(inside(key), json.object(key.label())))
        : Optional.empty();
  }

  /** The same; one without keys where the key is not there. */
  StrictObject section(NodeKey key) {
    return object(key).orElseGet(() -> new StrictObject(inside(key), NOTHING));
  }

  /** Adds a problem of one of its keys. */
  void problem(NodeKey key, String what) {
    json.problem(key.label(), what);
  }

  /** Whether a key has a value; it is a problem where it must have one and has not. */
  private boolean isThere(NodeKey key) {
    if (!has(key) && !key.rule().isOptional()) {
      json.missing(key.label(), key.meaning());
    }
    return has(key);
  }

  private String inside(NodeKey key) {
    return section.isEmpty() ? key.label() : section + "." + key.label();
  }
}
