package io.wattune.sinks.point;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Fields that hold a JSON object, their names in order, so that a repeat is the same text. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** An object of texts; null where there are none. */
  static @Nullable String ofTexts(Map<String, String> texts) {
    return texts.isEmpty() ? null : text(new TreeMap<>(texts));
  }

  /** Settings by activity name, the default configuration under the empty name. */
  static String ofSettings(Decision.ForDevice decision) {
    Map<String, Object> byName = new TreeMap<>();
    byName.put("", settings(decision.defaultConfiguration()));
    for (ActivityConfiguration each : decision.byActivityName()) {
      byName.put(each.activityName(), settings(each.configuration()));
    }
    return text(byName);
  }

  private static Map<String, Object> settings(Configuration configuration) {
    Map<String, Object> values = new TreeMap<>();
    for (Setting setting : configuration.settings()) {
      String unit = setting.unit().name().toLowerCase(Locale.ROOT);
      values.put(setting.tunable(), Map.of(unit, setting.value()));
    }
    return values;
  }

  private static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers cannot be written as JSON", e);
    }
  }
}
