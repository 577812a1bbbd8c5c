package io.wattune.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.dashboard.state.StateFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each example of docs/reference/dashboard-api.md has the keys of a real answer, and no others. */
class DashboardApiPageTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "dashboard-api.md");
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "## `GET (/api/[^`]*)`\\n(?:(?!\\n## ).)*?```json\\n(.*?)\\n```", Pattern.DOTALL);

  /** Objects whose keys are names, not fields. */
  private static final Set<String> MAPS = Set.of("settings", "labels", "lagRecords");

  @Test
  void examplesHaveTheKeysOfRealAnswers() throws Exception {
    Map<String, JsonNode> examples = new LinkedHashMap<>();
    Matcher matcher = EXAMPLE.matcher(Files.readString(PAGE));
    while (matcher.find()) {
      examples.put(matcher.group(1), new ObjectMapper().readTree(matcher.group(2)));
    }
    assertThat(examples).hasSize(11);
    try (DashboardFixture dashboard = new DashboardFixture(null)) {
      for (Map.Entry<String, JsonNode> example : examples.entrySet()) {
        String path = example.getKey().replace("ID", "node-1/gpu-0");
        long nowMs = StateFixture.NOW / 1_000_000;
        JsonNode real = dashboard.json(path + "?fromMs=" + (nowMs - 60_000) + "&toMs=" + nowMs);
        assertThat(keys(example.getValue())).as(path).isEqualTo(keys(real));
      }
    }
  }

  /** Paths of all fields; elements of an array are one. */
  private static Set<String> keys(JsonNode node) {
    Set<String> found = new HashSet<>();
    collect("", node, found);
    return found;
  }

  private static void collect(String path, JsonNode node, Set<String> found) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      boolean isName = MAPS.contains(path.substring(path.lastIndexOf('/') + 1));
      String inner = path + "/" + (isName ? "*" : name);
      found.add(inner);
      collect(inner, node.get(name), found);
    }
    if (node.isArray()) {
      node.forEach(each -> collect(path, each, found));
    }
  }
}
