package io.wattune.store.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Owner labels as a store keeps them: the text of a JSON object, or nothing. */
final class LabelText {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final TypeReference<Map<String, String>> LABELS = new TypeReference<>() {};

  private LabelText() {}

  static Map<String, String> parse(@Nullable String text) throws HistoryException {
    if (text == null || text.isEmpty()) {
      return Map.of();
    }
    try {
      return MAPPER.readValue(text, LABELS);
    } catch (JsonProcessingException e) {
      throw new HistoryException("the store has labels that are no JSON object: " + text, e);
    }
  }
}
