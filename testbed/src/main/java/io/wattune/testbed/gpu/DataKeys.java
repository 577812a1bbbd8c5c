package io.wattune.testbed.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.spelling.Spelling;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Holds the keys of a data file against the components of its record, before values are read: a
 * misspelt key is then named as such, and not as one that is missing.
 */
final class DataKeys {

  private DataKeys() {}

  /** Throws where a key is unknown or missing, here or further down. */
  static void check(String file, String place, JsonNode node, Type type) {
    if (type instanceof ParameterizedType list) {
      for (int i = 0; i < node.size(); i++) {
        String item = place + "[" + i + "]";
        check(file, item, node.path(i), list.getActualTypeArguments()[0]);
      }
    } else if (type instanceof Class<?> known && known.isRecord() && node.isObject()) {
      checkRecord(file, place, node, known);
    }
  }

  private static void checkRecord(String file, String place, JsonNode node, Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    List<String> known = Stream.of(components).map(RecordComponent::getName).toList();
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "%sunknown key '%s'; the nearest known one is '%s', all are %s"
                .formatted(message(file, place), name, Spelling.nearest(name, known), known));
      }
    }
    for (RecordComponent component : components) {
      String name = component.getName();
      if (!node.has(name)) {
        throw new IllegalArgumentException(
            message(file, place) + "the key '" + name + "' is missing; every key must be there");
      }
      String inner = place.isEmpty() ? name : place + "." + name;
      check(file, inner, node.path(name), component.getGenericType());
    }
  }

  private static String message(String file, String place) {
    return "'" + file + "'" + (place.isEmpty() ? "" : " at " + place) + ": ";
  }
}
