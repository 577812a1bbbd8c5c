package io.wattune.embedded.flink;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.schemas.failure.EngineException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far a job is behind the broker: the age of the record that a source emitted last, by the
 * broker's clock, while it has something to do. One that waits for records is not behind, however
 * old its last one is. The figures are Flink's own, which it gathers every ten seconds. Its {@code
 * pendingRecords} does not do: it is zero while all that is left lies in the source's own queue.
 */
final class SourceLag {
  private static final String BEHIND = "currentEmitEventTimeLag";
  private static final String IDLE = "sourceIdleTime";

  /** Of one task: the number of the task to its value. */
  private record Values(Map<String, Long> behindMillis, Map<String, Long> idleMillis) {}

  private SourceLag() {}

  /**
   * That of the task which is furthest behind; empty as long as Flink knows nothing of it.
   *
   * @param job the job, as Flink describes it
   * @param source the name of the source
   */
  static OptionalLong millis(FlinkCluster flink, JsonNode job, String source)
      throws EngineException {
    OptionalLong most = OptionalLong.empty();
    for (JsonNode vertex : job.path("vertices")) {
      if (vertex.path("name").asText().startsWith("Source: " + source)) {
        String path =
            "/jobs/" + job.path("jid").asText() + "/vertices/" + vertex.path("id").asText();
        OptionalLong of = of(values(flink, path + "/metrics", "Source__" + source));
        if (of.isPresent() && (most.isEmpty() || of.getAsLong() > most.getAsLong())) {
          most = of;
        }
      }
    }
    return most;
  }

  private static OptionalLong of(Values values) {
    OptionalLong most = OptionalLong.empty();
    for (Map.Entry<String, Long> task : values.behindMillis().entrySet()) {
      boolean isIdle = values.idleMillis().getOrDefault(task.getKey(), 0L) > 0;
      long behind = isIdle ? 0 : Math.max(0, task.getValue());
      if (most.isEmpty() || behind > most.getAsLong()) {
        most = OptionalLong.of(behind);
      }
    }
    return most;
  }

  private static Values values(FlinkCluster flink, String path, String source)
      throws EngineException {
    Set<String> asked = new LinkedHashSet<>();
    for (JsonNode metric : flink.get(path)) {
      String id = metric.path("id").asText();
      if (id.contains(source) && (id.endsWith("." + BEHIND) || id.endsWith("." + IDLE))) {
        asked.add(id);
      }
    }
    var values = new Values(new LinkedHashMap<>(), new LinkedHashMap<>());
    if (asked.isEmpty()) {
      return values;
    }
    String names = URLEncoder.encode(String.join(",", asked), StandardCharsets.UTF_8);
    for (JsonNode metric : flink.get(path + "?get=" + names)) {
      String id = metric.path("id").asText();
      Long value = whole(metric.path("value").asText());
      if (value != null) {
        String task = id.substring(0, Math.max(0, id.indexOf('.')));
        (id.endsWith("." + BEHIND) ? values.behindMillis() : values.idleMillis()).put(task, value);
      }
    }
    return values;
  }

  private static @Nullable Long whole(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null; // A gauge that has no value yet.
    }
  }
}
